package dev.nudge.delivery.typing;

import java.time.Duration;

/// The courier's times.
///
/// @param look first pause between two looks at a pane in which something is expected to appear
/// @param echo how long the agent may take to draw what was submitted; to begin a turn with a
///   queued message, once it looks idle; and to show and take what was pasted, after which the
///   screen decides what became of it
/// @param beforeEnter time from seeing the text until Enter. The agent treats an Enter within 40 ms
///   of a paste as a line break (rule R11), and has drawn the text after that paste
/// @param again how long after the agent has read a key another may be pressed on the same text, if
///   the agent has drawn several times since. Two Tabs within 350 ms would change its display
/// @param ignored the same time if the agent has not drawn several times, and does not show that it
///   has ended its turn; also the time before the first key on a text that was found in the prompt.
///   Shorter than `echo`
/// @param settle how long a prompt must be empty before an unclear text counts as lost; also the
///   time between two looks at an agent that has yet to read something
/// @param receipt how long a receipt may take to arrive after a text was first missed
/// @param begin how long an agent may take to show that it works on what was submitted: after its
///   receipt, or, if it leaves none and has not queued the text, after it has drawn it. Also how
///   long it may take to show the effect of a key that it ignores once its turn has ended
/// @param firstWait first pause while the pane may not be typed into; it doubles
/// @param lastWait longest of these pauses; then the pane is watched together with all others
/// @param watch pause between two questions to the kernel whether the tmux servers of waiting panes
///   have read anything
/// @param glance shortest time between two glances at the panes of a server, short enough that a
///   pane that can be typed into is noticed within a second
/// @param idleGlance longest time between two glances
/// @param failure pause after an attempt that has failed
/// @param trust time after which every waiting pane is looked at, whatever the glances showed
/// @param patience how long results wait before the people at the terminal are notified
/// @param silence time before they are notified again; it doubles, up to eight times as long
record Pace(
        Duration look,
        Duration echo,
        Duration beforeEnter,
        Duration again,
        Duration ignored,
        Duration settle,
        Duration receipt,
        Duration begin,
        Duration firstWait,
        Duration lastWait,
        Duration watch,
        Duration glance,
        Duration idleGlance,
        Duration failure,
        Duration trust,
        Duration patience,
        Duration silence) {
    static final Pace NORMAL =
            new Pace(
                    Duration.ofMillis(5),
                    Duration.ofSeconds(10),
                    Duration.ofMillis(41),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(8),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(2),
                    Duration.ofMillis(50),
                    Duration.ofMillis(400),
                    Duration.ofMillis(250),
                    Duration.ofMillis(450),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(1500),
                    Duration.ofMinutes(2),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1));
}
