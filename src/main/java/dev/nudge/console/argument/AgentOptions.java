package dev.nudge.console.argument;

import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The options of `nudge run` that concern an agent.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class AgentOptions {
    @Option(
            names = "--agent",
            paramLabel = "PANE",
            description =
                    "Nudge the agent in this tmux pane (%%3), or in the session of this name, when"
                            + " the job ends. Without it nobody is nudged.")
    private @Nullable String agent;

    @Option(
            names = "--notify",
            paramLabel = "WHAT",
            description =
                    "What is reported to the agent: inject (default; exit code and output), notify (exit"
                            + " code), on_failure (as inject, but nothing if the job exits with 0),"
                            + " silent (nothing).")
    private @Nullable String telling;

    @Option(
            names = "--excerpt",
            paramLabel = "PART",
            description =
                    "Which part of a long output is reported to the agent: start, end, or auto (the end if"
                            + " the command failed, else the start). Default: the setting excerpt.")
    private @Nullable String excerpt;

    @Option(
            names = "--life-span",
            paramLabel = "SPAN",
            description = "outlive (default), or with_agent: stop the job when the agent ends.")
    private @Nullable String lifeSpan;

    public @Nullable String agent() {
        return agent;
    }

    public Telling telling() {
        return telling == null ? Telling.INJECT : Telling.named("--notify", telling);
    }

    /// Returns which part of the output is reported; empty for the configured one.
    public Optional<ExcerptChoice> excerpt() {
        return Optional.ofNullable(excerpt).map(word -> ExcerptChoice.named("--excerpt", word));
    }

    public LifeSpan lifeSpan() {
        return lifeSpan == null ? LifeSpan.OUTLIVE : LifeSpan.named("--life-span", lifeSpan);
    }

    /// Rejects values and combinations that make no sense.
    public void check(CommandSpec spec) {
        Usage.check(spec, telling, word -> notify(spec, word));
        Usage.check(spec, excerpt, word -> ExcerptChoice.named("--excerpt", word));
        Usage.check(spec, lifeSpan, word -> LifeSpan.named("--life-span", word));
        if (agent == null && (telling != null || excerpt != null || lifeSpan != null)) {
            throw Usage.wrong(
                    spec,
                    "%s needs an agent: add --agent PANE."
                            .formatted(
                                    telling != null
                                            ? "--notify"
                                            : excerpt != null ? "--excerpt" : "--life-span"));
        }
    }

    private Telling notify(CommandSpec spec, String word) {
        try {
            return Telling.named("--notify", word);
        } catch (IllegalArgumentException e) {
            String hint = agent == null ? " The agent is named with --agent." : "";
            throw Usage.wrong(spec, e.getMessage() + "." + hint);
        }
    }
}
