package dev.nudge.soak;

import dev.nudge.testkit.NudgeLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// What the agents of one pane were told, by their own record.
final class Told {
    private static final Pattern RECEIPT = Pattern.compile("nudge-receipt-(\\d+)-");

    private final Map<Long, List<Message>> messages = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private final List<Message> counting = new ArrayList<>();
    private final List<Message> open = new ArrayList<>();
    private final Set<Message> begun = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Message> unheard = Collections.newSetFromMap(new IdentityHashMap<>());
    private int life;
    private int failedHooks;

    /// A message about a job, or an answer that reports its end.
    ///
    /// @param at when the agent took it
    /// @param life which of the agents took it, counted from 1
    record Message(Instant at, int life, Way way, String text) {
        boolean isTyped() {
            return way == Way.TYPED;
        }

        boolean isAnswer() {
            return way == Way.ANSWERED;
        }
    }

    /// How an agent was told.
    enum Way {
        TYPED,
        /// By the hook of a prompt.
        HANDED,
        /// By an answer for which the agent has left its receipt.
        ANSWERED
    }

    /// Reads a [SoakPane#record()].
    ///
    /// @param kills when agents in this pane were killed
    static Told of(List<String> record, List<Instant> kills) {
        Told told = new Told();
        Stream.concat(record.stream(), kills.stream().map(at -> "killed\t" + at + "\t"))
                .map(line -> line.split("\t", 3))
                .sorted(Comparator.comparing(Told::at))
                .forEach(told::read);
        return told;
    }

    private static Instant at(String[] entry) {
        return Instant.parse(entry[1]);
    }

    private void read(String[] entry) {
        Instant at = at(entry);
        switch (entry[0]) {
            case "began" -> {
                ended();
                life++;
            }
            case "killed" -> ended();
            case "failed" -> failedHooks++;
            case "handed" -> handed(at, entry[2]);
            case "turn" -> begun(entry[2]);
            case "denied" -> denied(entry[2]);
            case "asked" -> asked(entry[2]);
            case "typed" -> typed(at, entry[2]);
            case "received" -> received(at, entry[2]);
            default -> throw new IllegalArgumentException(String.join(" ", entry));
        }
    }

    /// The agent has ended, and with it what it has not asked its model with.
    private void ended() {
        unheard.addAll(open);
        open.clear();
    }

    /// A turn begins with all that hooks have given, and with one submitted text: the oldest of
    /// those that are equal.
    private void begun(String text) {
        openTyped(text).filter(m -> !begun.contains(m)).findFirst().ifPresent(begun::add);
        open.stream().filter(m -> !m.isTyped()).forEach(begun::add);
    }

    /// The agent drops the text, and asks nothing.
    private void denied(String text) {
        openTyped(text)
                .findFirst()
                .ifPresent(dropped -> {
                    open.remove(dropped);
                    unheard.add(dropped);
                });
    }

    /// The model is asked with what [#begun] says.
    private void asked(String text) {
        openTyped(text).findFirst().ifPresent(open::remove);
        open.removeIf(m -> !m.isTyped());
    }

    private Stream<Message> openTyped(String text) {
        return open.stream().filter(m -> m.isTyped() && m.text().equals(text));
    }

    private void typed(Instant at, String text) {
        if (!NudgeLine.isOne(text)) {
            foreign.add(text);
        }
        take(new Message(at, life, Way.TYPED, text));
    }

    private void handed(Instant at, String answer) {
        JsonMapper.shared()
                .readTree(answer)
                .path("hookSpecificOutput")
                .path("additionalContext")
                .stringValue("")
                .lines()
                .filter(NudgeLine::isOne)
                .forEach(line -> take(new Message(at, life, Way.HANDED, line)));
    }

    private void take(Message message) {
        open.add(message);
        if (NudgeLine.counted(message.text()) > 0) {
            counting.add(message);
        }
        NudgeLine.jobsIn(message.text()).forEach(job -> add(job, message));
    }

    /// The hook that leaves the receipt has succeeded, so that the answer has been heard.
    private void received(Instant at, String answer) {
        Message message = new Message(at, life, Way.ANSWERED, answer);
        RECEIPT.matcher(answer)
                .results()
                .map(receipt -> Long.parseLong(receipt.group(1)))
                .distinct()
                .forEach(job -> add(job, message));
    }

    private void add(long job, Message message) {
        messages.computeIfAbsent(job, _ -> new ArrayList<>()).add(message);
    }

    /// Adds a job to the messages which tell of it without its number: its record holds them.
    ///
    /// @param recorded ends with the last message that reported its end; may be empty
    void addCounted(long job, String recorded) {
        counting.stream()
                .filter(m -> recorded.endsWith(m.text()))
                .filter(m -> !NudgeLine.jobsIn(m.text()).contains(job))
                .forEach(message -> add(job, message));
        messages.getOrDefault(job, new ArrayList<>()).sort(Comparator.comparing(Message::at));
    }

    /// Returns the messages that tell of other numbers of jobs than say so: of more, or, if they
    /// were heard and so are the last, of fewer.
    List<Message> miscounted() {
        return counting.stream().filter(this::isMiscounted).toList();
    }

    private boolean isMiscounted(Message message) {
        long said = messages.values().stream().filter(its -> its.contains(message)).count();
        int told = NudgeLine.jobsIn(message.text()).size() + NudgeLine.counted(message.text());
        return said > told || (said < told && !isUnheard(message));
    }

    /// Returns whether the agent that took this message has ended before it asked its model with
    /// it, or has dropped it.
    boolean isUnheard(Message message) {
        return unheard.contains(message);
    }

    /// Returns whether a turn had begun with this message: the hook of its prompt had ended, so
    /// that it had left its receipt, or handed the message over.
    boolean isBegun(Message message) {
        return begun.contains(message);
    }

    /// Returns whether nobody has heard this message, and its agent was to begin a turn with it
    /// yet: it was in the agent's queue, So it must be reported again.
    boolean isLost(Message message) {
        return isUnheard(message) && !isBegun(message);
    }

    /// Returns what was told about this job, oldest first.
    List<Message> of(long job) {
        return messages.getOrDefault(job, List.of());
    }

    int all(Way way) {
        return (int)
                messages.values().stream()
                        .flatMap(List::stream)
                        .filter(m -> m.way() == way)
                        .count();
    }

    /// Returns what was submitted and is not a message of nudge.
    List<String> foreign() {
        return foreign;
    }

    int failedHooks() {
        return failedHooks;
    }
}
