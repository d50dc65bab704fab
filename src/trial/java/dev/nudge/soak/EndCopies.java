package dev.nudge.soak;

import dev.nudge.soak.Told.Message;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The reports of one end, in messages and in answers with a receipt, oldest first. Only a report
/// that nobody has heard may be followed by another, and that one goes to another agent.
///
/// @param own knows which of them nobody has heard
record EndCopies(List<Message> copies, Told own) {
    static final String AGAIN = "told again, as the agent died before it asked its model";

    /// Returns what is wrong; empty if nothing is.
    Optional<String> complaint() {
        if (isAfterHeard()) {
            return Optional.of("was told again after it had been heard");
        }
        if (isTwiceInALife()) {
            return Optional.of("was told twice to one agent");
        }
        return isLost() ? Optional.of("was told to nobody") : Optional.empty();
    }

    /// Returns which of the exceptions that are allowed apply.
    List<String> windows() {
        return copies.size() > 1 ? List.of(AGAIN) : List.of();
    }

    private boolean isAfterHeard() {
        return copies.stream()
                .limit(Math.max(0, copies.size() - 1))
                .anyMatch(m -> !own.isUnheard(m));
    }

    private boolean isTwiceInALife() {
        return IntStream.range(1, copies.size())
                .anyMatch(i -> copies.get(i - 1).life() == copies.get(i).life());
    }

    private boolean isLost() {
        return copies.isEmpty() || own.isUnheard(copies.getLast());
    }
}
