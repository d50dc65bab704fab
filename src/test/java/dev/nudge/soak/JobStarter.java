package dev.nudge.soak;

import static org.awaitility.Awaitility.await;

import dev.nudge.soak.SoakLedger.Start;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Starts jobs, by the tool of an agent or from the command line, and kills those that are to be
/// killed.
final class JobStarter {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 30;
    private static final Pattern NUMBER = Pattern.compile("This is job (\\d+)\\.");
    private static final Pattern KILLED = Pattern.compile("Job \\d+ has been killed: ");
    private static final Pattern ENDED = Pattern.compile("Job \\d+ had already ended: ");

    private final NudgeUser user;
    private final SoakLedger ledger;

    JobStarter(NudgeUser user, SoakLedger ledger) {
        this.user = user;
        this.ledger = ledger;
    }

    /// Starts a job by the tool of the agent in this pane, which is told.
    ///
    /// @return whether it was acknowledged
    boolean startByAgent(JobPlan plan, SoakPane pane) {
        JsonNode answer = pane.call("run_long_command", plan.arguments());
        String text = StandInAgent.text(answer);
        Matcher number = NUMBER.matcher(text);
        ledger.note(plan.token() + " answer: " + answer);
        return took(
                plan,
                pane,
                number.find() ? Optional.of(Long.valueOf(number.group(1))) : Optional.empty());
    }

    /// Starts a job from the command line, of which the agent in this pane is told.
    ///
    /// @return whether it was acknowledged
    boolean startByCommandLine(JobPlan plan, SoakPane pane) {
        List<String> words = new ArrayList<>(List.of("run", "--notify", pane.id()));
        if (plan.timeoutSeconds() > 0) {
            words.addAll(List.of("--timeout", Integer.toString(plan.timeoutSeconds())));
        }
        if (plan.isOnTerminal()) {
            words.add("--pty");
        }
        words.addAll(List.of("--", plan.command()));
        String said = nudge(words);
        ledger.note(plan.token() + " answer: " + said);
        return took(
                plan,
                pane,
                said.matches("\\d+") ? Optional.of(Long.valueOf(said)) : Optional.empty());
    }

    private boolean took(JobPlan plan, SoakPane pane, Optional<Long> number) {
        ledger.started(new Start(plan, pane, number));
        if (number.isPresent() && plan.isEndless()) {
            Path log = user.job(number.get()).resolve("output.log");
            await().atMost(PATIENCE).until(() -> Files.size(log) > 0);
            kill(plan, pane, number.get());
        }
        return number.isPresent();
    }

    private void kill(JobPlan plan, SoakPane pane, long job) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            boolean isDone =
                    plan.kind() == JobPlan.Kind.KILLED
                            ? nudge(List.of("kill", Long.toString(job))).startsWith("Job " + job)
                            : killByAgent(pane, job);
            if (isDone) {
                return;
            }
            Pauses.rest(300);
        }
        ledger.note("job " + job + " could not be killed");
    }

    private boolean killByAgent(SoakPane pane, long job) {
        JsonNode answer = pane.call("kill_job", Map.of("job", job));
        String text = StandInAgent.text(answer);
        ledger.note("job " + job + " kill answer: " + answer);
        if (KILLED.matcher(text).find()) {
            ledger.answered(job);
            return true;
        }
        boolean isOver = ENDED.matcher(text).find();
        if (!isOver) {
            ledger.answerLost(job);
        }
        return isOver;
    }

    /// Kills what was started although the call was not answered.
    void killUnanswered(List<JsonNode> jobs) {
        for (Start start : ledger.starts()) {
            if (start.number().isEmpty() && start.plan().isEndless()) {
                jobs.stream()
                        .filter(j ->
                                j.path("command").stringValue("").equals(start.plan().command()))
                        .filter(j -> !j.path("state").stringValue("").equals("ended"))
                        .forEach(j -> nudge(List.of("kill", j.path("job").toString())));
            }
        }
    }

    /// Runs the command and returns what it says, whether it fails or not.
    private String nudge(List<String> words) {
        Process process = user.start(words.toArray(String[]::new));
        try (InputStream out = process.getInputStream();
                InputStream err = process.getErrorStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0
                    ? said
                    : "failed: " + new String(err.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
