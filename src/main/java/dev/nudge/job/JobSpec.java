package dev.nudge.job;

import java.util.Optional;

/// The caller's specification of a job.
///
/// @param label a name for people, if one was given; not blank
/// @param telling what is reported of the end, if there is an agent to be notified
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

    /// Describes a watch or a timer, with a description in place of a command.
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

    public String command() {
        return work.command();
    }

    public String cwd() {
        return work.cwd();
    }

    public Optional<WindowSize> terminal() {
        return work.terminal();
    }

    public Optional<VirtualTask> virtual() {
        return work.virtual();
    }

    public JobSpec withCommand(String other) {
        Work next = new Work(other, cwd(), terminal(), virtual());
        return new JobSpec(next, label, telling, excerpt, limits, queueing);
    }

    public JobSpec with(Queueing other) {
        return new JobSpec(work, label, telling, excerpt, limits, other);
    }

    public JobSpec with(Bounds bounds) {
        return bounds.equals(limits.bounds())
                ? this
                : new JobSpec(work, label, telling, excerpt, limits.with(bounds), queueing);
    }

    /// Selects the part of a long output that is reported.
    public enum ExcerptChoice {
        START,
        END,
        /// The end if the command failed, else the beginning.
        AUTO;

        /// Returns the choice of this name; the message names the argument.
        public static ExcerptChoice named(String argument, String word) {
            return Words.find(ExcerptChoice.class, word)
                    .orElseThrow(() ->
                            new IllegalArgumentException(
                                    "%s is \"%s\"; expected one of %s"
                                            .formatted(argument, word, words())));
        }

        private static String words() {
            return String.join(", ", Words.all(ExcerptChoice.class));
        }

        /// Returns whether the end of the output, and not the beginning, is reported for a command
        /// that ended this way.
        public boolean isEnd(ExitStatus status) {
            return switch (this) {
                case START -> false;
                case END -> true;
                case AUTO -> !status.isSuccess();
            };
        }
    }
}
