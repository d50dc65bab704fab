package dev.nudge.harm;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the model was told, and whether it is what it should have been told.
final class Verdict {
    private static final Pattern CONTEXT =
            Pattern.compile("<hook_context>(.*?)</hook_context>", Pattern.DOTALL);

    private final Stage stage;
    private final UserActions ledger;
    private final List<String> violations = new ArrayList<>();
    private final Map<Long, Integer> typed = new HashMap<>();
    private final Map<Long, Integer> handedOver = new HashMap<>();

    /// How often each job was told in a turn that the user has not cancelled.
    private final Map<Long, Integer> toldForGood = new HashMap<>();

    private final Map<String, Integer> arrived = new HashMap<>();
    private String last = "";

    Verdict(Stage stage, UserActions ledger) {
        this.stage = stage;
        this.ledger = ledger;
    }

    /// Judges all turns that began with a text of the user, and what hooks have passed on within
    /// them.
    void judge(List<ModelRequest> requests) {
        requests.stream()
                .filter(r -> !r.functionResponses().isEmpty())
                .forEach(r -> judgeContext(r.lastUserText(), false));
        List<ModelRequest> turns =
                requests.stream().filter(r -> r.functionResponses().isEmpty()).toList();
        for (int i = 0; i < turns.size(); i++) {
            Instant end = i + 1 < turns.size() ? turns.get(i + 1).arrivedAt() : Instant.MAX;
            boolean isCancelled = ledger.cancelledBetween(turns.get(i).arrivedAt(), end);
            judgeWhatIsNew(turns.get(i).lastUserText(), isCancelled);
        }
        ledger.submitted().stream()
                .filter(text -> !ledger.mayBeCancelled(text))
                .filter(text -> arrived.getOrDefault(text, 0) != 1)
                .forEach(text ->
                        violations.add(
                                "\"%s\" arrived %d times"
                                        .formatted(text, arrived.getOrDefault(text, 0))));
    }

    /// The agent drops an answer that was cancelled from its history, and sends the prompt that it
    /// was for once more, in front of the next one.
    private void judgeWhatIsNew(String text, boolean isCancelled) {
        boolean isRepeated = !last.isEmpty() && text.startsWith(last) && !text.equals(last);
        judge(isRepeated ? text.substring(last.length()) : text, isCancelled);
        last = text;
    }

    private void judge(String text, boolean isCancelled) {
        String prompt = judgeContext(text, isCancelled);
        String own = stage.agentsOwnWords().matcher(prompt).replaceAll("").strip();
        for (String part : own.split("\\n+", -1)) {
            judgePart(part.strip(), isCancelled);
        }
    }

    /// Takes what hooks have passed on.
    ///
    /// @return the rest of the text
    private String judgeContext(String text, boolean isCancelled) {
        Matcher context = CONTEXT.matcher(text);
        while (context.find()) {
            context.group(1)
                    .lines()
                    .filter(NudgeLine::isOne)
                    .forEach(line -> told(line, handedOver, isCancelled));
        }
        return context.replaceAll("");
    }

    private void told(String line, Map<Long, Integer> way, boolean isCancelled) {
        for (long job : NudgeLine.jobsIn(line)) {
            way.merge(job, 1, Integer::sum);
            toldForGood.merge(job, isCancelled ? 0 : 1, Integer::sum);
        }
    }

    private void judgePart(String part, boolean isCancelled) {
        if (NudgeLine.isOne(part)) {
            told(part, typed, isCancelled);
        } else if (ledger.submitted().contains(part)) {
            arrived.merge(part, 1, Integer::sum);
        } else if (!part.isEmpty() && !isCommand(part)) {
            violations.add("The model was told what nobody has submitted: \"" + part + "\"");
        }
    }

    /// An agent that still starts its servers passes its own commands on to the model, as if they
    /// were text.
    private boolean isCommand(String part) {
        return part.equals(stage.menu()) || part.equals(stage.quit());
    }

    /// Demands that this job was told exactly once; if the user has cancelled the turn with it,
    /// which the agent then drops from its history, once more is right.
    void judgeJob(long job, String state) {
        int times = timesTyped(job) + timesHandedOver(job);
        if (times < 1 || toldForGood.getOrDefault(job, 0) > 1) {
            violations.add(
                    "Job %d was told %d times (%d typed, %d by a hook), and is recorded as %s"
                            .formatted(job, times, timesTyped(job), timesHandedOver(job), state));
        }
        if (!state.equals("delivered") && !state.equals("handed_over")) {
            violations.add("Job " + job + " is recorded as " + state);
        }
    }

    void violation(String what) {
        violations.add(what);
    }

    int timesTyped(long job) {
        return typed.getOrDefault(job, 0);
    }

    int timesHandedOver(long job) {
        return handedOver.getOrDefault(job, 0);
    }

    List<String> violations() {
        return violations;
    }
}
