package dev.nudge.soak;

import dev.nudge.soak.SoakLedger.Start;
import dev.nudge.soak.Told.Message;
import dev.nudge.soak.Waited.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Whether one job has been told as it must be: by a nudge or by the answer to a call that has
/// waited, once.
final class TellingVerdict {
    private static final String TO_THE_DEAD =
            "told again, as the agent died before it asked its model";

    private final SoakLedger ledger;
    private final Start start;
    private final JsonNode job;
    private final long number;
    private final Told own;
    private final List<Message> messages;
    private final List<Waited> waits;
    private final List<String> windows = new ArrayList<>();

    /// @param own what the agents in the job's pane were told
    TellingVerdict(SoakLedger ledger, Start start, JsonNode job, Told own) {
        this.ledger = ledger;
        this.start = start;
        this.job = job;
        this.number = job.path("job").longValue();
        this.own = own;
        this.messages = own.of(number);
        this.waits = ledger.waits(start.plan());
    }

    /// What was told twice, and may be.
    List<String> windows() {
        return windows;
    }

    /// Judges the end of a job.
    ///
    /// @return what is wrong
    Optional<String> ofEnd() {
        int times = messages.size() + answers();
        long toTheDead = messages.stream().filter(this::isToTheDead).count();
        boolean isRight =
                times == 0
                        ? job.hasNonNull("not_started")
                        : times == 1 || (times - toTheDead <= 1 && is(TO_THE_DEAD));
        countWindows(times, toTheDead);
        return isRight ? Optional.empty() : complaint("was told " + times + " times");
    }

    private void countWindows(int times, long toTheDead) {
        if (waits.stream().anyMatch(w -> w.outcome() == Outcome.REPEATED)) {
            windows.add("answered without a receipt, as it was being told or had been");
        }
        if (times > 0 && times == toTheDead) {
            windows.add("told only to an agent that died before it asked its model");
        }
    }

    /// Judges a timer.
    Optional<String> ofTimer(TimerPlan timer) {
        Instant due = start.at().plusSeconds(timer.seconds());
        boolean isEarly =
                instant("ended_at").isBefore(due)
                        || messages.stream().anyMatch(m -> m.at().isBefore(due));
        return isEarly ? complaint("was up before it was due") : ofEnd();
    }

    /// Judges a watch: of the lines, each message tells one or some, in their order.
    Optional<String> ofWatch(WatchPlan watch) {
        List<String> lines = watch.told();
        int told = 0;
        int unheard = 0;
        for (Message message : messages) {
            FoundLines found = FoundLines.in(message.text(), number);
            int count = found.count().orElse(lines.size() - told);
            int again = again(found, lines, told + count, unheard);
            told += count - again;
            boolean isHeard = message.way() != Told.Way.OFFERED && !isToTheDead(message);
            unheard = isHeard ? 0 : unheard + count - again;
            if (!isLast(found, lines, told)) {
                return complaint("was told wrong lines, among them: " + message.text());
            }
        }
        return ofLines(told, lines.size());
    }

    /// Returns how many of the lines that nobody has heard a message tells again.
    ///
    /// @param told how many lines would be told by now if it told only new ones
    private int again(FoundLines found, List<String> lines, int told, int unheard) {
        for (int again = 0; again <= unheard; again++) {
            if (isLast(found, lines, told - again)) {
                if (again > 0) {
                    windows.add(
                            "told again, as they had only been offered, or to an agent that died");
                }
                return again;
            }
        }
        return 0;
    }

    private static boolean isLast(FoundLines found, List<String> lines, int told) {
        return told > 0 && told <= lines.size() && lines.get(told - 1).startsWith(found.last());
    }

    /// An answer tells all lines, also those that were told before, but for the last.
    private Optional<String> ofLines(int told, int lines) {
        boolean isRight = answers() == 0 ? told == lines : told < lines;
        return isRight
                ? Optional.empty()
                : complaint("was told " + told + " of " + lines + " lines by nudges");
    }

    private int answers() {
        return (ledger.isAnswered(number) ? 1 : 0)
                + (int) waits.stream().filter(w -> w.outcome() == Outcome.TOLD).count();
    }

    /// The one window for a nudge: the agent died before it asked its model. Then the next agent is
    /// told.
    private boolean isToTheDead(Message message) {
        return message.isTyped() && own.isUnheard(message);
    }

    private boolean is(String window) {
        windows.add(window);
        return true;
    }

    private Instant instant(String name) {
        return Instant.parse(job.path(name).stringValue(Instant.EPOCH.toString()));
    }

    private Optional<String> complaint(String what) {
        StringBuilder words = new StringBuilder(what);
        messages.forEach(m -> words.append("; ").append(m));
        waits.forEach(w -> words.append("; ").append(w));
        return Optional.of(words.toString());
    }
}
