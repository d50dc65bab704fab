package dev.nudge.soak;

import dev.nudge.soak.Plan.Checksum;
import dev.nudge.soak.Plan.TimerPlan;
import dev.nudge.soak.SoakLedger.Start;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Judges whether all that was promised has been kept.
final class SoakVerdict {
    private static final String INTERRUPTED = "its start was interrupted";

    private final NudgeUser user;
    private final SoakLedger ledger;
    private final List<JsonNode> jobs;
    private final Map<SoakPane, Told> told = new HashMap<>();
    final List<Violation> violations = new ArrayList<>();

    /// The exceptions to "reported once, and heard" that were seen and are allowed, with how often
    /// each was seen.
    final Map<String, Integer> windows = new TreeMap<>();

    /// How many unanswered starts became jobs.
    int startedInSecret;

    /// How many of them were recorded as interrupted.
    int interrupted;

    /// What is not as it must be.
    ///
    /// @param words that lines have which say something of it
    record Violation(String text, List<String> words) {}

    /// @param jobs what `nudge ps --all` lists
    SoakVerdict(NudgeUser user, SoakLedger ledger, List<JsonNode> jobs, List<SoakPane> panes) {
        this.user = user;
        this.ledger = ledger;
        this.jobs = jobs;
        panes.forEach(pane -> told.put(pane, Told.of(pane.record(), ledger.agentKills(pane))));
        jobs.forEach(this::count);
    }

    private void count(JsonNode job) {
        String inTurn = job.path("nudge_text").stringValue("");
        String recorded = job.path("report").path("text").stringValue(inTurn);
        told.values().forEach(t -> t.addCounted(job.path("job").longValue(), recorded));
    }

    void judge() {
        ledger.starts().forEach(this::judge);
        told.forEach((pane, t) -> t.foreign().forEach(f -> foreign(pane, f)));
        told.forEach((pane, t) -> t.miscounted().forEach(m -> miscounted(pane, m)));
    }

    private void judge(Start start) {
        List<JsonNode> found = jobs.stream().filter(start.plan()::isOf).toList();
        if (found.size() > 1 || (found.isEmpty() && start.number().isPresent())) {
            violation(start, "is there " + found.size() + " times: " + found);
        }
        for (JsonNode job : found) {
            start.number()
                    .filter(n -> n != job.path("job").longValue())
                    .ifPresent(n -> violation(start, "was answered as job " + n + ": " + job));
            judge(start, job);
        }
    }

    private void judge(Start start, JsonNode job) {
        boolean isUnanswered = start.number().isEmpty();
        startedInSecret += isUnanswered ? 1 : 0;
        boolean isInterrupted = job.path("lost").stringValue("").equals(INTERRUPTED);
        if (isUnanswered && (isInterrupted || job.hasNonNull("not_started"))) {
            interrupted++;
            expect(start, "output", Checksum.EMPTY, Checksum.of(log(job)));
        } else {
            expect(start, "end", start.plan().end(), end(job));
            expect(start, "output", start.plan().output(), Checksum.of(log(job)));
        }
        judgeTelling(start, job);
    }

    private void judgeTelling(Start start, JsonNode job) {
        long number = job.path("job").longValue();
        Told own = told.getOrDefault(start.pane(), new Told());
        TellingVerdict telling = new TellingVerdict(job, own, ledger.waits(start.plan()));
        Optional<String> complaint =
                switch (start.plan()) {
                    case JobPlan _ -> telling.ofEnd();
                    case TimerPlan timer -> telling.ofTimer(timer, start.at());
                    case WatchPlan watch -> telling.ofWatch(watch);
                };
        complaint.ifPresent(words -> violation(start, words + ": " + job));
        telling.windows().forEach(w -> windows.merge(w, 1, Integer::sum));
        told.forEach((pane, t) -> {
            if (pane != start.pane() && !t.of(number).isEmpty()) {
                violation(start, "was told to the foreign agent in " + pane);
            }
        });
    }

    private void expect(Start start, String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            violation(start, what + " is " + found + ", must be " + expected);
        }
    }

    private void foreign(SoakPane pane, String text) {
        violations.add(new Violation(pane + " was given: " + text, List.of(text)));
    }

    private void miscounted(SoakPane pane, Told.Message message) {
        String what = "%s was told of another number of jobs: %s".formatted(pane, message);
        violations.add(new Violation(what, List.of(message.text())));
    }

    private void violation(Start start, String what) {
        String token = start.plan().token();
        String job = start.number().map(n -> "job " + n).orElse("not answered");
        List<String> words = new ArrayList<>(List.of(token));
        start.number().ifPresent(n -> words.addAll(List.of(job + " ", job + ",", job + ":")));
        String text = "%s (%s, %s): %s".formatted(token, start.plan().sort(), job, what);
        violations.add(new Violation(text, words));
    }

    private static String end(JsonNode job) {
        if (job.hasNonNull("exit_code")) {
            return "exit " + job.path("exit_code").intValue();
        }
        return job.path("signal").stringValue(job.toString());
    }

    private byte[] log(JsonNode job) {
        Path log = user.job(job.path("job").longValue()).resolve("output.log");
        return Unchecked.get(() -> Files.readAllBytes(log));
    }

    int all(Told.Way way) {
        return told.values().stream().mapToInt(t -> t.all(way)).sum();
    }

    int failedHooks() {
        return told.values().stream().mapToInt(Told::failedHooks).sum();
    }
}
