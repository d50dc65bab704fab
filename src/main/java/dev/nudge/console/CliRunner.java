package dev.nudge.console;

import dev.nudge.agent.Presence;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.JobSpec;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.jobs.StartAnswer.NotStarted;
import dev.nudge.jobs.StartAnswer.Running;
import dev.nudge.jobs.Starter;
import dev.nudge.mcp.request.RunRequest;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.store.JobStore;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Starts the jobs of one command-line client. They nudge the pane that is named, or none.
public final class CliRunner implements CliConversation.Runner {
    private final Hello client;
    private final Starter starter;
    private final Presence presence;
    private final JobStore store;

    public CliRunner(Hello client, Starter starter, Presence presence, JobStore store) {
        this.client = client;
        this.starter = starter;
        this.presence = presence;
        this.store = store;
    }

    @Override
    public Job run(Request.Run request) {
        RunRequest order =
                new RunRequest(
                        request.command(),
                        Optional.ofNullable(request.cwd()),
                        Optional.ofNullable(request.label())
                                .map(label -> JobSelector.label("--label", label)),
                        Optional.ofNullable(request.telling())
                                .map(word -> Telling.named("--notify", word))
                                .orElse(Telling.INJECT),
                        Optional.ofNullable(request.excerpt())
                                .map(word -> ExcerptChoice.named("--excerpt", word)),
                        limits(request),
                        Optional.ofNullable(request.terminal()).map(WindowSize::parse),
                        Objects.requireNonNullElse(request.env(), Map.of()),
                        Optional.empty());
        Optional<NudgeTarget> agent =
                Optional.ofNullable(request.pane())
                        .map(pane ->
                                presence.in(pane, client.environment().getOrDefault("TMUX", "")));
        return start(order, agent, input(request));
    }

    private JobInput input(Request.Run request) {
        if (request.passesPipe()) {
            return new JobInput.PipeOf(client.pid());
        }
        return request.input() == null ? new JobInput.None() : new JobInput.Held(request.input());
    }

    /// Starts such a job again. The agent notified of the first job is notified of the second.
    @Override
    public Job restart(Job like) {
        if (!like.isEnded()) {
            throw new IllegalArgumentException(
                    "Job %d has not ended. End it first: nudge kill %1$d".formatted(like.number()));
        }
        JobSpec spec = like.spec();
        if (spec.virtual().isPresent()) {
            throw new IllegalArgumentException(
                    "Job %d is a timer or a watch, which has no command that could be started again."
                            .formatted(like.number()));
        }
        RunRequest order =
                new RunRequest(
                        spec.command(),
                        Optional.of(spec.cwd().toString()),
                        spec.label(),
                        spec.telling(),
                        Optional.of(spec.excerpt()),
                        spec.limits(),
                        spec.terminal());
        return start(order, like.target(), inputOf(like));
    }

    /// Returns what was kept of its input; a pipe has already been read.
    private JobInput inputOf(Job like) {
        return store.readInput(like.number())
                .<JobInput>map(JobInput.Held::new)
                .orElseGet(JobInput.None::new);
    }

    private Job start(RunRequest order, Optional<NudgeTarget> agent, JobInput input) {
        return switch (starter.start(client, order, agent, Map.of(), input, _ -> {})) {
            case Running(Job job, _) -> job;
            case NotStarted(String reason) ->
                    throw new IllegalArgumentException("The command was not started: " + reason);
        };
    }

    private static JobLimits limits(Request.Run request) {
        return new JobLimits(
                request.lifeSpan() == null
                        ? LifeSpan.OUTLIVE
                        : LifeSpan.named("--life-span", request.lifeSpan()),
                Optional.ofNullable(request.timeoutSeconds()).map(Duration::ofSeconds),
                Optional.ofNullable(request.silenceTimeoutSeconds()).map(Duration::ofSeconds));
    }
}
