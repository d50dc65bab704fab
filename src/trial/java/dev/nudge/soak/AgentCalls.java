package dev.nudge.soak;

import dev.nudge.soak.Plan.TimerPlan;
import dev.nudge.soak.SoakLedger.Start;
import dev.nudge.testkit.NudgeUser;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/// What agents ask for: mostly jobs, for some of which they wait, but also watches and timers.
final class AgentCalls {
    private final NudgeUser user;
    private final SoakLedger ledger;
    private final SoakStarts starter;

    AgentCalls(NudgeUser user, SoakLedger ledger, SoakStarts starter) {
        this.user = user;
        this.ledger = ledger;
        this.starter = starter;
    }

    /// Has the agent in this pane ask for something.
    ///
    /// @return whether it was acknowledged
    boolean attempt(int number, Random random, SoakPane pane) {
        return switch (random.nextInt(10)) {
            case 0 -> setTimer(TimerPlan.random(number, random), pane);
            case 1 -> watchJob(number, random, pane);
            case 2, 3 -> watchFile(number, random, pane);
            default ->
                    starter.byAgent(JobPlan.random(number, random), Wait.random(random), pane)
                            .isPresent();
        };
    }

    private boolean setTimer(TimerPlan plan, SoakPane pane) {
        Instant at = Instant.now();
        return took(plan, pane, at, pane.call("set_timer", plan.arguments())).isPresent();
    }

    private boolean watchJob(int number, Random random, SoakPane pane) {
        JobPlan watched = JobPlan.slow(number, random);
        Optional<Long> started = starter.byAgent(watched, Wait.NONE, pane);
        started.map(job -> WatchPlan.ofJob(watched, job, number, random))
                .ifPresent(plan -> watch(plan, pane));
        return started.isPresent();
    }

    /// The file gets its lines while the watch is asked for, whether that is acknowledged or not.
    private boolean watchFile(int number, Random random, SoakPane pane) {
        Path path = user.folder("watched").resolve("log-" + number);
        WatchPlan plan = WatchPlan.ofFile(path, number, random);
        WatchedFile file = new WatchedFile(plan, new Random(random.nextLong()));
        CompletableFuture<Optional<Long>> job = new CompletableFuture<>();
        CompletableFuture<Boolean> written =
                CompletableFuture.supplyAsync(
                        () -> file.write(() -> job.join().isPresent()),
                        task -> Thread.ofVirtual().start(task));
        try {
            job.complete(watch(plan, pane));
        } finally {
            job.complete(Optional.empty());
        }
        if (written.join()) {
            ledger.count("rotated files");
        }
        return job.join().isPresent();
    }

    private Optional<Long> watch(WatchPlan plan, SoakPane pane) {
        Instant at = Instant.now();
        Map<String, Object> arguments = plan.arguments();
        return took(
                plan,
                pane,
                at,
                plan.waiting().isOfCall()
                        ? starter.callInTurn(plan, "watch_output", arguments, plan.waiting(), pane)
                        : pane.call("watch_output", arguments));
    }

    private Optional<Long> took(Plan plan, SoakPane pane, Instant at, JsonNode answer) {
        ledger.note(plan.token() + " answer: " + answer);
        Optional<Long> number = SoakStarts.number(answer);
        ledger.started(new Start(plan, pane, at, number));
        return number;
    }
}
