package dev.nudge.job;

import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.queue.Queueing;
import java.util.Optional;

/// The caller's specification of a job.
///
/// @param work what is done
/// @param label a name for people, if one was given; not blank
/// @param telling what is reported of the end, if there is an agent to be notified
/// @param excerpt which part of its output is reported
/// @param limits when it is to be stopped, and what it may use
/// @param queueing what it waits for before it is started
public record JobSpec(
        Work work,
        Optional<String> label,
        Telling telling,
        ExcerptChoice excerpt,
        JobLimits limits,
        Queueing queueing) {
    /// The work of a job: a command to run, or something to wait for.
    ///
    /// @param command the shell command, byte for byte as given, in the same form; not blank,
    ///   without a NUL character
    /// @param cwd the absolute directory to run it in, as text that stands for bytes
    ///   ([dev.nudge.text.Bytes])
    /// @param terminal the size of the terminal that it runs on; empty for a plain job, which has
    ///   none
    /// @param virtual what is waited for instead of running the command, which is then only a
    ///   description
    public record Work(
            String command,
            String cwd,
            Optional<WindowSize> terminal,
            Optional<VirtualTask> virtual) {
        public Work {
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
                new Work(command, cwd, terminal, Optional.empty()),
                label,
                telling,
                ExcerptChoice.AUTO,
                limits,
                Queueing.NONE);
    }

    /// Describes a watch or a timer.
    ///
    /// @param description what stands in place of a command
    public static JobSpec virtual(
            String description, String cwd, Optional<String> label, VirtualTask task) {
        return new JobSpec(
                new Work(description, cwd, Optional.empty(), Optional.of(task)),
                label,
                Telling.INJECT,
                ExcerptChoice.AUTO,
                JobLimits.NONE,
                Queueing.NONE);
    }

    /// Returns the command, as [Work#command].
    public String command() {
        return work.command();
    }

    /// Returns the directory, as [Work#cwd].
    public String cwd() {
        return work.cwd();
    }

    /// Returns the size of the terminal, as [Work#terminal].
    public Optional<WindowSize> terminal() {
        return work.terminal();
    }

    /// Returns what is waited for, as [Work#virtual].
    public Optional<VirtualTask> virtual() {
        return work.virtual();
    }

    /// Returns the same with another command.
    public JobSpec withCommand(String other) {
        Work next = new Work(other, cwd(), terminal(), virtual());
        return new JobSpec(next, label, telling, excerpt, limits, queueing);
    }

    /// Returns the same with another place in the queue.
    public JobSpec with(Queueing other) {
        return new JobSpec(work, label, telling, excerpt, limits, other);
    }

    /// Returns the same job within these bounds.
    public JobSpec with(Bounds bounds) {
        return bounds.equals(limits.bounds())
                ? this
                : new JobSpec(work, label, telling, excerpt, limits.with(bounds), queueing);
    }
}
