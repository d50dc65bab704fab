package dev.nudge.delivery;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A way in which news of jobs reaches an agent, the best way first: the first one that is open is
/// used. All but [#HOOK] wake an idle agent.
public enum Way {
    /// The agent's client asks for the result of a call for which it has got a task. It needs no
    /// pane, and reports only what a call has begun.
    TASK(
            "its tasks (MCP)",
            "reported as the result of its task",
            "Results wait until its client asks for them"),

    /// A program that runs as long as the agent's session, and whose output the agent reads. It
    /// prints a line as soon as the agent's screen shows that it is idle.
    MONITOR(
            "nudge's monitor in it",
            "reported by nudge's monitor",
            "Results wait until it is idle"),

    /// A message in the queue of one of a server's threads. It needs no pane.
    QUEUE(
            "the queue of its thread",
            "put into its queue",
            "Results wait until its thread is opened again"),

    /// A message to the agent's inbox, sent as soon as its screen shows that it is idle.
    INBOX("its inbox", "sent to its inbox", "Results wait until it is idle"),

    /// The output of nudge's hooks, which the agent gets with its next prompt or a tool's answer.
    HOOK("nudge's hooks", "handed over by nudge's hooks", "Results wait until its next prompt"),

    KEYS("typing into its pane", "typed", "Results wait until its prompt is empty");

    private final String means;
    private final String done;
    private final String until;

    Way(String means, String done, String until) {
        this.means = means;
        this.done = done;
        this.until = until;
    }

    public static List<String> allWords() {
        return Arrays.stream(values()).map(Way::word).toList();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns what reports the news, as in `woken by typing into its pane`.
    public String means() {
        return means;
    }

    /// Returns what is done with a result, as `typed` in `a result could be typed now`.
    public String done() {
        return done;
    }

    /// Returns a clause that says until when results wait if they cannot come now.
    public String until() {
        return until;
    }

    /// Returns whether an idle agent begins a turn with what comes in this way.
    public boolean wakes() {
        return this != HOOK;
    }
}
