package dev.nudge.harm;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeLine;
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
    private static final Pattern OWN_SHELL_COMMAND =
            Pattern.compile(
                    "(?s)I ran the following shell command:\\s*```sh\n.*?\n```\\s*This produced the"
                            + " following result:\\s*```\n.*?\n```");

    private final UserActions ledger;
    private final List<String> violations = new ArrayList<>();
    private final Map<Long, Integer> typed = new HashMap<>();
    private final Map<Long, Integer> handedOver = new HashMap<>();
    private final Map<String, Integer> arrived = new HashMap<>();
    private String last = "";

    Verdict(UserActions ledger) {
        this.ledger = ledger;
    }

    /// Judges all turns that began with a text of the user.
    void judge(List<ModelRequest> requests) {
        requests.stream()
                .filter(r -> r.functionResponses().isEmpty())
                .map(ModelRequest::lastUserText)
                .forEach(this::judgeWhatIsNew);
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
    private void judgeWhatIsNew(String text) {
        boolean isRepeated = !last.isEmpty() && text.startsWith(last) && !text.equals(last);
        judge(isRepeated ? text.substring(last.length()) : text);
        last = text;
    }

    private void judge(String text) {
        Matcher context = CONTEXT.matcher(text);
        while (context.find()) {
            context.group(1)
                    .lines()
                    .filter(NudgeLine::isOne)
                    .forEach(line ->
                            NudgeLine.jobsIn(line)
                                    .forEach(j -> handedOver.merge(j, 1, Integer::sum)));
        }
        String own = OWN_SHELL_COMMAND.matcher(context.replaceAll("")).replaceAll("").strip();
        for (String part : own.split("\\n+", -1)) {
            judgePart(part.strip());
        }
    }

    private void judgePart(String part) {
        if (NudgeLine.isOne(part)) {
            NudgeLine.jobsIn(part).forEach(j -> typed.merge(j, 1, Integer::sum));
        } else if (ledger.submitted().contains(part)) {
            arrived.merge(part, 1, Integer::sum);
        } else if (!part.isEmpty() && !ScriptedUser.COMMANDS.contains(part)) {
            violations.add("The model was told what nobody has submitted: \"" + part + "\"");
        }
    }

    /// Demands that this job was told exactly once.
    void judgeJob(long job, String state) {
        int times = timesTyped(job) + timesHandedOver(job);
        if (times != 1) {
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
