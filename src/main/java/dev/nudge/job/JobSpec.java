package dev.nudge.job;

import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.queue.Queueing;
import java.nio.file.Path;
import java.util.Optional;

/// The caller's specification of a job.
///
/// @param command the shell command, byte for byte as given; not blank, without a NUL character
/// @param cwd the absolute directory to run it in
/// @param label a name for people, if one was given; not blank
/// @param telling what is reported of the end, if there is an agent to be notified
/// @param excerpt which part of its output is reported
/// @param limits when it is to be stopped, and what it may use
/// @param terminal the size of the terminal that it runs on; empty for a plain job, which has none
/// @param queueing what it waits for before it is started
/// @param virtual what is waited for instead of running the command, which is then only a
///   description
public record JobSpec(
        String command,
        Path cwd,
        Optional<String> label,
        Telling telling,
        ExcerptChoice excerpt,
        JobLimits limits,
        Optional<WindowSize> terminal,
        Queueing queueing,
        Optional<VirtualTask> virtual) {
    /// Describes a job that runs its command at once, with the default excerpt.
    public JobSpec(
            String command,
            Path cwd,
            Optional<String> label,
            Telling telling,
            JobLimits limits,
            Optional<WindowSize> terminal) {
        this(
                command,
                cwd,
                label,
                telling,
                ExcerptChoice.AUTO,
                limits,
                terminal,
                Queueing.NONE,
                Optional.empty());
    }

    /// Returns the same with another command.
    public JobSpec with(String other) {
        return new JobSpec(
                other, cwd, label, telling, excerpt, limits, terminal, queueing, virtual);
    }

    /// Returns the same with another place in the queue.
    public JobSpec with(Queueing other) {
        return new JobSpec(command, cwd, label, telling, excerpt, limits, terminal, other, virtual);
    }

    public JobSpec {
        if (command.isBlank()) {
            throw new IllegalArgumentException("the command is blank");
        }
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the command holds a NUL character");
        }
        if (!cwd.isAbsolute()) {
            throw new IllegalArgumentException("the directory \"" + cwd + "\" is not absolute");
        }
    }

    /// Returns the same job within these bounds.
    public JobSpec with(Bounds bounds) {
        return bounds.equals(limits.bounds())
                ? this
                : new JobSpec(
                        command,
                        cwd,
                        label,
                        telling,
                        excerpt,
                        limits.with(bounds),
                        terminal,
                        queueing,
                        virtual);
    }
}
