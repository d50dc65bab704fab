package dev.nudge.job;

import java.util.Optional;

/// The caller's specification of a job.
///
/// @param command the shell command, byte for byte as given, in the form of `cwd`; not blank,
///   without a NUL character. Only a description if something else is waited for
/// @param cwd the absolute directory to run it in, as text that stands for bytes
///   ([dev.nudge.text.Bytes])
/// @param terminal the size of the terminal that it runs on; empty for a plain job, which has none
/// @param virtual what is waited for instead of running the command
/// @param label a name for people, if one was given; not blank
/// @param telling what is reported of the end, if there is an agent to be notified
public record JobSpec(
        String command,
        String cwd,
        Optional<WindowSize> terminal,
        Optional<VirtualTask> virtual,
        Optional<String> label,
        Telling telling,
        ExcerptChoice excerpt,
        JobLimits limits,
        Queueing queueing) {
    public JobSpec {
        if (command.isBlank()) {
            throw new IllegalArgumentException("the command is blank");
        }
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the command holds a NUL character");
        }
        if (!cwd.startsWith("/")) {
            throw new IllegalArgumentException("the directory \"" + cwd + "\" is not absolute");
        }
    }

    /// Describes a job that runs its command at once, with the default excerpt.
    public JobSpec(
            String command,
            String cwd,
            Optional<String> label,
            Telling telling,
            JobLimits limits,
            Optional<WindowSize> terminal) {
        this(
                command,
                cwd,
                terminal,
                Optional.empty(),
                label,
                telling,
                ExcerptChoice.AUTO,
                limits,
                Queueing.NONE);
    }

    /// Describes a watch or a timer, with a description in place of a command.
    public static JobSpec virtual(
            String description, String cwd, Optional<String> label, VirtualTask task) {
        return new JobSpec(
                description,
                cwd,
                Optional.empty(),
                Optional.of(task),
                label,
                Telling.INJECT,
                ExcerptChoice.AUTO,
                JobLimits.NONE,
                Queueing.NONE);
    }

    public JobSpec withCommand(String other) {
        return copy(other, limits, queueing);
    }

    public JobSpec with(Queueing other) {
        return copy(command, limits, other);
    }

    public JobSpec with(Bounds bounds) {
        return copy(command, limits.with(bounds), queueing);
    }

    private JobSpec copy(String command, JobLimits limits, Queueing queueing) {
        return new JobSpec(
                command, cwd, terminal, virtual, label, telling, excerpt, limits, queueing);
    }

    /// Selects the part of a long output that is reported.
    public enum ExcerptChoice {
        START,
        END,
        /// The end if the command failed, else the beginning.
        AUTO;

        /// Returns whether the end of the output is reported, and not the beginning.
        public boolean isEnd(ExitStatus status) {
            return switch (this) {
                case START -> false;
                case END -> true;
                case AUTO -> !status.isSuccess();
            };
        }
    }
}
