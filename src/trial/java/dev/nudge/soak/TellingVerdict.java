package dev.nudge.soak;

import dev.nudge.soak.Plan.TimerPlan;
import dev.nudge.soak.Told.Message;
import dev.nudge.soak.Waited.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Judges whether one job has been reported as it must be: by a message or by the answer to a call,
/// once.
final class TellingVerdict {
    private final JsonNode job;
    private final long number;
    private final Told own;
    private final List<Message> messages;
    private final List<Waited> waits;
    private final List<String> windows = new ArrayList<>();

    /// @param own what the agents in the job's pane were told
    /// @param waits the calls that have waited for the job's end, or have killed it
    TellingVerdict(JsonNode job, Told own, List<Waited> waits) {
        this.job = job;
        this.number = job.path("job").longValue();
        this.own = own;
        this.messages = own.of(number);
        this.waits = waits;
    }

    /// Returns the names of the exceptions to "reported once, and heard" that were seen and are
    /// allowed, each as often as it was seen.
    List<String> windows() {
        return windows;
    }

    /// Judges the end of a job.
    ///
    /// @return what is wrong
    Optional<String> ofEnd() {
        return messages.isEmpty() && job.hasNonNull("not_started")
                ? Optional.empty()
                : ofCopies(messages);
    }

    private Optional<String> ofCopies(List<Message> messagesOfEnd) {
        EndCopies copies = new EndCopies(messagesOfEnd, own);
        Optional<String> wrong = copies.complaint().or(() -> ofRepeated(messagesOfEnd));
        if (wrong.isEmpty()) {
            windows.addAll(copies.windows());
        }
        return wrong.flatMap(this::complaint);
    }

    /// An answer without a receipt is right only if the end is reported in another way: it had been
    /// before, or its message was on its way.
    private Optional<String> ofRepeated(List<Message> copies) {
        List<Waited> repeated =
                waits.stream().filter(w -> w.outcome() == Outcome.REPEATED).toList();
        repeated.forEach(_ -> windows.add("answered without a receipt, as it had been told"));
        return repeated.isEmpty() || !copies.isEmpty()
                ? Optional.empty()
                : Optional.of("was answered without a receipt, and told in no other way");
    }

    /// Judges a timer.
    ///
    /// @param set when it was set, or a moment before
    Optional<String> ofTimer(TimerPlan timer, Instant set) {
        Instant due = set.plusSeconds(timer.seconds());
        boolean isEarly =
                instant("ended_at").isBefore(due)
                        || messages.stream().anyMatch(m -> m.at().isBefore(due));
        return isEarly ? complaint("was up before it was due") : ofEnd();
    }

    /// Judges a watch.
    Optional<String> ofWatch(WatchPlan watch) {
        LinesVerdict lines = new LinesVerdict(watch.told(), number, own);
        Optional<Message> wrong = lines.firstWrong();
        windows.addAll(lines.windows());
        if (wrong.isPresent()) {
            return complaint("was told wrong lines, among them: " + wrong.get().text());
        }
        if (lines.ends().isEmpty()) {
            return complaint(
                    "was told %d of %d lines by nudges"
                            .formatted(lines.told(), watch.told().size()));
        }
        return ofCopies(lines.ends());
    }

    private Instant instant(String name) {
        return Instant.parse(job.path(name).stringValue(Instant.EPOCH.toString()));
    }

    private Optional<String> complaint(String what) {
        StringBuilder words = new StringBuilder(what);
        messages.forEach(m -> words.append("; ").append(m).append(fate(m)));
        waits.forEach(w -> words.append("; ").append(w));
        return Optional.of(words.toString());
    }

    private String fate(Message message) {
        if (own.isLost(message)) {
            return ", lost";
        }
        return own.isUnheard(message) ? ", unheard" : "";
    }

    /// The reports of one end, in messages and in answers with a receipt, oldest first. Only a
    /// report that nobody has heard may be followed by another, and that one goes to another agent.
    ///
    /// @param own knows which of them nobody has heard
    record EndCopies(List<Message> copies, Told own) {
        static final String AGAIN = "told again, as the agent died before it asked its model";

        /// Returns what is wrong; empty if nothing is.
        Optional<String> complaint() {
            for (int i = 1; i < copies.size(); i++) {
                Message before = copies.get(i - 1);
                if (!own.isUnheard(before)) {
                    return Optional.of("was told again after it had been heard");
                }
                if (before.life() == copies.get(i).life()) {
                    return Optional.of("was told twice to one agent");
                }
            }
            boolean isLost = copies.isEmpty() || own.isUnheard(copies.getLast());
            return isLost ? Optional.of("was told to nobody") : Optional.empty();
        }

        /// Returns which of the exceptions that are allowed apply.
        List<String> windows() {
            return copies.size() > 1 ? List.of(AGAIN) : List.of();
        }
    }
}
