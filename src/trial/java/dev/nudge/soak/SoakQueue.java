package dev.nudge.soak;

import java.util.ArrayList;
import java.util.List;

/// The prompts that wait until a [SoakAgent] is idle. Then all of them become one turn, as in
/// Gemini CLI (rule R9). Thread-safe.
final class SoakQueue {
    private final List<String> messages = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    /// What the model is asked for.
    ///
    /// @param messages what was submitted, oldest first
    /// @param calls what it calls, one after the other, and waits for
    record Turn(List<String> messages, List<String> calls) {
        Turn {
            messages = List.copyOf(messages);
            calls = List.copyOf(calls);
        }

        String prompt() {
            return String.join("\n\n", messages);
        }
    }

    synchronized void add(String message) {
        messages.add(message);
        notifyAll();
    }

    /// Adds a prompt on which the model makes these calls.
    synchronized void add(String message, List<String> made) {
        calls.addAll(made);
        add(message);
    }

    /// Takes everything that waits, as soon as something does.
    synchronized Turn take() throws InterruptedException {
        while (messages.isEmpty()) {
            wait();
        }
        Turn turn = new Turn(messages, calls);
        messages.clear();
        calls.clear();
        return turn;
    }

    synchronized boolean isEmpty() {
        return messages.isEmpty();
    }
}
