package dev.nudge.soak;

import static org.awaitility.Awaitility.await;

import dev.nudge.soak.SoakLedger.Start;
import dev.nudge.soak.Waited.Outcome;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Starts jobs, by the tool of an agent or from the command line, and kills those that are to be
/// killed.
final class SoakStarts {
    private static final Duration PATIENCE = Patience.LONG;
    private static final int ATTEMPTS = 30;

    private final NudgeUser user;
    private final SoakLedger ledger;

    SoakStarts(NudgeUser user, SoakLedger ledger) {
        this.user = user;
        this.ledger = ledger;
    }

    /// Starts a job by the tool of the agent in this pane, which is told, and perhaps waits for it.
    /// Nobody waits for what somebody else has to kill.
    ///
    /// @return its number; empty if it was not acknowledged
    Optional<Long> byAgent(JobPlan plan, Wait wait, SoakPane pane) {
        Wait wanted = plan.isEndless() ? Wait.NONE : wait;
        Instant at = Instant.now();
        JsonNode answer = call(plan, wanted, pane);
        ledger.note(plan.token() + " answer: " + answer);
        Optional<Long> number = number(answer);
        took(plan, pane, at, number);
        if (wanted.way() == Wait.Way.LATER) {
            number.ifPresent(job -> waitFor(plan, job, wanted, pane));
        }
        return number;
    }

    private JsonNode call(JobPlan plan, Wait wait, SoakPane pane) {
        Map<String, Object> arguments = plan.arguments();
        if (wait.way() != Wait.Way.AT_ONCE) {
            return pane.call("run_long_command", arguments);
        }
        arguments.put("wait_seconds", wait.seconds());
        return callInTurn(plan, "run_long_command", arguments, wait, pane);
    }

    private void waitFor(JobPlan plan, long job, Wait wait, SoakPane pane) {
        Map<String, Object> arguments = Map.of("job", job, "timeout_seconds", wait.seconds());
        JsonNode answer = callInTurn(plan, "wait_for_job", arguments, wait, pane);
        ledger.note(plan.token() + " job " + job + " wait answer: " + answer);
    }

    /// Has the agent make a call that waits for the end of this plan's job.
    JsonNode callInTurn(
            Plan plan, String tool, Map<String, Object> arguments, Wait wait, SoakPane pane) {
        SoakPane.Heard heard = pane.callInTurn(tool, arguments, wait.patience());
        JsonNode answer = heard.answer();
        ledger.waited(
                new Waited(
                        plan.token(),
                        wait.way(),
                        heard.begun(),
                        Instant.now(),
                        Waited.outcome(answer)));
        return answer;
    }

    /// Returns the number of the job that a call has begun, or waited for; empty if the answer
    /// names none.
    static Optional<Long> number(JsonNode answer) {
        JsonNode job = answer.path("result").path("structuredContent").path("job");
        return job.isMissingNode() ? Optional.empty() : Optional.of(job.longValue());
    }

    /// Starts a job from the command line, of which the agent in this pane is told.
    ///
    /// @return whether it was acknowledged
    boolean byCommandLine(JobPlan plan, SoakPane pane) {
        Instant at = Instant.now();
        List<String> words = new ArrayList<>(List.of("run", "--agent", pane.id()));
        if (plan.timeoutSeconds() > 0) {
            words.addAll(List.of("--timeout", Integer.toString(plan.timeoutSeconds())));
        }
        if (plan.isOnTerminal()) {
            words.add("--pty");
        }
        words.addAll(List.of("--", plan.command()));
        String said = nudge(words);
        ledger.note(plan.token() + " answer: " + said);
        Optional<Long> number =
                said.matches("\\d+") ? Optional.of(Long.valueOf(said)) : Optional.empty();
        took(plan, pane, at, number);
        return number.isPresent();
    }

    private void took(JobPlan plan, SoakPane pane, Instant at, Optional<Long> number) {
        ledger.started(new Start(plan, pane, at, number));
        if (number.isPresent() && plan.isEndless()) {
            Path log = user.job(number.get()).resolve("output.log");
            await().atMost(PATIENCE).until(() -> Files.size(log) > 0);
            kill(plan, pane, number.get());
        }
    }

    private void kill(JobPlan plan, SoakPane pane, long job) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            boolean isDone =
                    plan.kind() == JobPlan.Kind.KILLED
                            ? nudge(List.of("kill", Long.toString(job))).startsWith("Job " + job)
                            : killByAgent(plan, pane, job);
            if (isDone) {
                return;
            }
            Patience.rest(Duration.ofMillis(300));
        }
        ledger.note("job " + job + " could not be killed");
    }

    private boolean killByAgent(JobPlan plan, SoakPane pane, long job) {
        SoakPane.Heard heard = pane.callInTurn("kill_job", Map.of("job", job), PATIENCE);
        ledger.note("job " + job + " kill answer: " + heard.answer());
        Outcome outcome = Waited.outcomeOfKill(heard.answer());
        ledger.waited(
                new Waited(plan.token(), Wait.Way.KILL, heard.begun(), Instant.now(), outcome));
        return switch (outcome) {
            case TOLD, REPEATED, HAD_ENDED -> true;
            case GOES_ON, FAILED, GONE, DROPPED -> false;
        };
    }

    /// Kills what was started although the call was not answered.
    void killUnanswered(List<JsonNode> jobs) {
        for (Start start : ledger.starts()) {
            if (start.number().isEmpty() && start.plan() instanceof JobPlan p && p.isEndless()) {
                jobs.stream()
                        .filter(p::isOf)
                        .filter(j -> !j.path("state").stringValue("").equals("ended"))
                        .forEach(j -> nudge(List.of("kill", j.path("job").toString())));
            }
        }
    }

    /// Runs the command and returns what it says, whether it fails or not.
    private String nudge(List<String> words) {
        Process process = user.start(words.toArray(String[]::new));
        return Unchecked.get(() -> {
            try (InputStream out = process.getInputStream();
                    InputStream err = process.getErrorStream()) {
                String said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
                return process.waitFor() == 0
                        ? said
                        : "failed: "
                                + new String(err.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        });
    }
}
