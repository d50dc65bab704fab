package dev.nudge.delivery.typing;

import java.time.Duration;

/// The times of the courier that depend on how slow agents are.
///
/// @param echo how long the agent may take to draw what was submitted; to begin a turn with a
///   queued message, once it looks idle; and to show and take what was pasted, after which the
///   screen decides what became of it
/// @param beforeEnter time from seeing the text until Enter, which the agent treats as a line break
///   within 40 ms of a paste (rule R11)
/// @param ignored how long after the agent has read a key another may be pressed on the same text,
///   if the agent has not drawn several times, and does not show that it has ended its turn; also
///   the time before the first key on a text that was found in the prompt. Shorter than `echo`
/// @param settle how long a prompt must be empty before an unclear text counts as lost; also the
///   time between two looks at an agent that has yet to read something
/// @param receipt how long a receipt may take to arrive after a text was first missed
/// @param begin how long an agent may take to show that it works on what was submitted: after its
///   receipt, or, if it leaves none and has not queued the text, after it has drawn it. Also how
///   long it may take to show the effect of a key that it ignores once its turn has ended
/// @param idleGlance longest time between two glances at the panes of a server
/// @param trust time after which every waiting pane is looked at, whatever the glances showed
public record Pace(
        Duration echo,
        Duration beforeEnter,
        Duration ignored,
        Duration settle,
        Duration receipt,
        Duration begin,
        Duration idleGlance,
        Duration trust) {
    /// First pause between two looks at a pane in which something is expected to appear.
    static final Duration LOOK = Duration.ofMillis(5);

    /// First pause while the pane may not be typed into; it doubles.
    static final Duration FIRST_WAIT = Duration.ofMillis(50);

    public static final Pace NORMAL =
            new Pace(
                    Duration.ofSeconds(10),
                    Duration.ofMillis(41),
                    Duration.ofSeconds(8),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(2));
}
