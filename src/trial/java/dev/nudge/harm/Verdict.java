package dev.nudge.harm;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the model was told, and whether it is what it should have been told.
final class Verdict {
    /// The result of a task, and a line of a monitor, as the model gets them.
    private static final Pattern RESULT =
            Pattern.compile("<result>[^<]*?\"job\":(\\d+),\"command\"");

    private static final Pattern RECEIPT = Pattern.compile("nudge-receipt-(\\d+)-");

    private static final Pattern EVENT = Pattern.compile("(?s)<event>(.*?)</event>");

    private final Stage stage;
    private final UserActions ledger;
    private final List<String> violations = new ArrayList<>();
    private final Map<Way, Map<Long, Integer>> told = new EnumMap<>(Way.class);

    /// How often each job was told in a turn that the user has not cancelled, nor the agent's end
    /// made doubtful.
    private final Map<Long, Integer> toldForGood = new HashMap<>();

    private final Map<String, Integer> arrived = new HashMap<>();
    private String last = "";

    /// How the model is told of a job.
    enum Way {
        TYPED,
        BY_A_HOOK,
        /// A task or a monitor of the agent's own.
        BY_ITS_OWN_WAY
    }

    Verdict(Stage stage, UserActions ledger) {
        this.stage = stage;
        this.ledger = ledger;
    }

    /// Judges all turns that began with a text of the user, and what hooks and the agent added to
    /// the answers of tools.
    void judge(List<ModelRequest> requests) {
        for (int i = 0; i < requests.size(); i++) {
            ModelRequest request = requests.get(i);
            boolean isCancelled =
                    ledger.cancelledBetween(request.arrivedAt(), end(requests, i))
                            || ledger.isUnseen(request.arrivedAt());
            if (request.functionResponses().isEmpty()) {
                judgeWhatIsNew(request.lastUserText(), isCancelled);
            } else {
                judgeGiven(request.lastUserText(), isCancelled);
            }
        }
        countWithin(requests);
        ledger.submitted.stream()
                .filter(text -> !ledger.mayBeCancelled(text))
                .filter(text -> arrived.getOrDefault(text, 0) != 1)
                .forEach(text ->
                        violations.add(
                                "\"%s\" arrived %d times"
                                        .formatted(text, arrived.getOrDefault(text, 0))));
    }

    /// Returns when the turn of a request has ended: the next one begins with a text of the user.
    private static Instant end(List<ModelRequest> requests, int request) {
        return requests.stream()
                .skip(request + 1L)
                .filter(r -> r.functionResponses().isEmpty())
                .map(ModelRequest::arrivedAt)
                .findFirst()
                .orElse(Instant.MAX);
    }

    /// The agent drops an answer that was cancelled from its history, and sends the prompt that it
    /// was for once more, in front of the next one.
    private void judgeWhatIsNew(String text, boolean isCancelled) {
        boolean isRepeated = !last.isEmpty() && text.startsWith(last) && !text.equals(last);
        judge(isRepeated ? text.substring(last.length()) : text, isCancelled);
        last = text;
    }

    private void judge(String text, boolean isCancelled) {
        String rest = judgeGiven(text, isCancelled);
        String own = stage.agentsOwnWords().matcher(rest).replaceAll("").strip();
        for (String part : own.split("\\n+", -1)) {
            judgePart(part.strip(), isCancelled);
        }
    }

    /// Counts once what came with the answers of tools, where the agent puts it in the middle: the
    /// result of a task during a turn, or of one that was over with its call.
    private void countWithin(List<ModelRequest> requests) {
        requests.stream()
                .flatMap(request -> RECEIPT.matcher(request.body().toString()).results())
                .map(receipt -> Long.parseLong(receipt.group(1)))
                .distinct()
                .filter(job -> timesTold(job) == 0)
                .forEach(job -> told(job, Way.BY_ITS_OWN_WAY, false));
    }

    /// Judges what did not come through the prompt.
    ///
    /// @return the rest of the text
    private String judgeGiven(String text, boolean isCancelled) {
        return judgeNotified(judgeHandedOver(text, isCancelled), isCancelled);
    }

    /// Judges what hooks have handed over.
    ///
    /// @return the rest of the text
    private String judgeHandedOver(String text, boolean isCancelled) {
        Matcher context = stage.handedOver().matcher(text);
        while (context.find()) {
            context.group(1)
                    .lines()
                    .filter(NudgeLine::isOne)
                    .forEach(line -> told(line, Way.BY_A_HOOK, isCancelled));
        }
        return context.replaceAll("");
    }

    /// Judges what the agent tells the model of results that came by its own way.
    ///
    /// @return the rest of the text
    private String judgeNotified(String text, boolean isCancelled) {
        Matcher notification = stage.notification().matcher(text);
        while (notification.find()) {
            Matcher result = RESULT.matcher(notification.group());
            while (result.find()) {
                told(Long.parseLong(result.group(1)), Way.BY_ITS_OWN_WAY, isCancelled);
            }
            Matcher event = EVENT.matcher(notification.group());
            while (event.find()) {
                event.group(1)
                        .lines()
                        .filter(NudgeLine::isOne)
                        .forEach(line -> told(line, Way.BY_ITS_OWN_WAY, isCancelled));
            }
        }
        return notification.replaceAll("");
    }

    private void told(String line, Way way, boolean isCancelled) {
        NudgeLine.jobsIn(line).forEach(job -> told(job, way, isCancelled));
    }

    private void told(long job, Way way, boolean isCancelled) {
        told.computeIfAbsent(way, _ -> new HashMap<>()).merge(job, 1, Integer::sum);
        toldForGood.merge(job, isCancelled ? 0 : 1, Integer::sum);
    }

    private void judgePart(String part, boolean isCancelled) {
        if (NudgeLine.isOne(part)) {
            told(part, Way.TYPED, isCancelled);
        } else if (ledger.submitted.contains(part)) {
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
    /// which the agent then drops from its history, or ended an agent without receipts, once more
    /// is right.
    void judgeJob(long job, String state) {
        int times = timesTold(job);
        if (times < 1 || toldForGood.getOrDefault(job, 0) > 1) {
            violations.add(
                    "Job %d was told %d times (%s), and is recorded as %s"
                            .formatted(job, times, ways(job), state));
        }
        if (!state.equals("delivered") && !state.equals("handed_over")) {
            violations.add("Job " + job + " is recorded as " + state);
        }
    }

    void violation(String what) {
        violations.add(what);
    }

    private Map<Way, Integer> ways(long job) {
        Map<Way, Integer> ways = new EnumMap<>(Way.class);
        told.forEach((way, jobs) -> ways.put(way, jobs.getOrDefault(job, 0)));
        return ways;
    }

    int timesTold(long job) {
        return told.values().stream().mapToInt(way -> way.getOrDefault(job, 0)).sum();
    }

    /// Returns how often the model was told of any job, by each way.
    Map<Way, Integer> counts() {
        Map<Way, Integer> counts = new EnumMap<>(Way.class);
        told.forEach((way, jobs) -> counts.put(way, jobs.values().stream().mapToInt(n -> n).sum()));
        return counts;
    }

    List<String> violations() {
        return violations;
    }
}
