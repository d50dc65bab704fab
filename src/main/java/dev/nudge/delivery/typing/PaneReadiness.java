package dev.nudge.delivery.typing;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.queue.ThreadQueue;
import dev.nudge.delivery.queue.ThreadQueue.QueueClosedException;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.TmuxException;
import java.util.Optional;

/// Whether a result could be typed into an agent's pane or sent to its inbox at some moment.
///
/// @param obstacle why not, a clause for a person; empty if it could
/// @param way how it would reach the agent
public record PaneReadiness(Optional<String> obstacle, Way way) {
    private static PaneReadiness closed(String obstacle) {
        return new PaneReadiness(Optional.of(obstacle), Way.KEYS);
    }

    /// Looks at a thread as the courier does. Blocks for a call to its server.
    static PaneReadiness of(Addressee thread) {
        return new PaneReadiness(objectionToThread(thread), Way.QUEUE);
    }

    private static Optional<String> objectionToThread(Addressee to) {
        if (!to.isAlive()) {
            return Optional.of("its server has ended");
        }
        if (!(to.profile().get().inbox() instanceof InboxAccess.Queue(ThreadQueue queue))) {
            return Optional.of("its server does not say where it listens");
        }
        try {
            return queue.look() instanceof ThreadQueue.Look.Loaded
                    ? Optional.empty()
                    : Optional.of("nobody has its thread open");
        } catch (QueueClosedException e) {
            return Optional.of("its server does not answer");
        }
    }

    /// Looks at the pane as the courier does before it types. Blocks for a tmux call.
    static PaneReadiness of(Addressee to, AgentPane pane) {
        if (!to.isAlive()) {
            return closed("the agent has ended");
        }
        try {
            return switch (pane.look()) {
                case Look.Gone _ -> closed("the pane has been closed");
                case Look.Shown shown -> of(to, shown);
            };
        } catch (TmuxException e) {
            return closed("tmux does not answer");
        }
    }

    static PaneReadiness of(Addressee to, Look.Shown shown) {
        return new PaneReadiness(
                obstacle(to, shown), shown.inbox().map(Inbox::way).orElse(Way.KEYS));
    }

    private static Optional<String> obstacle(Addressee to, Look.Shown shown) {
        boolean isTaken = shown.takesByInbox();
        Optional<String> seen = isTaken ? Optional.empty() : obstacle(shown.state());
        if (seen.isPresent()) {
            return seen;
        }
        if (!isTaken && !shown.profile().isTyped()) {
            return Optional.of("no prompt has been submitted in it yet");
        }
        if (shown.state() instanceof PaneState.Streaming && !shown.isTypable()) {
            return Optional.of("the agent is working");
        }
        if (!to.isInFront()) {
            return Optional.of("the agent is suspended, or behind another program");
        }
        return isTaken || shown.isQuiet()
                ? Optional.empty()
                : Optional.of("a key was pressed in it just now");
    }

    /// Returns why nothing can be typed in this state, whatever else is known.
    static Optional<String> obstacle(PaneState state) {
        String obstacle =
                switch (state) {
                    case PaneState.EmptyPrompt _, PaneState.Streaming _ -> "";
                    case PaneState.Unfocused unfocused when unfocused.isEmpty() -> "";
                    case PaneState.Draft _, PaneState.Unfocused _ -> "there is text in the prompt";
                    case PaneState.Dialog(String kind) ->
                            "a dialog waits for an answer (" + kind + ")";
                    case PaneState.ShellMode _ -> "the prompt is in shell mode";
                    case PaneState.ShellFocus _ -> "keys go to a program that the agent runs";
                    case PaneState.Search _ -> "the prompt searches the history";
                    case PaneState.CopyMode _ -> "the pane is in copy mode, or its input is off";
                    case PaneState.Starting _ -> "the agent is starting";
                    case PaneState.NotAnAgent _ -> "another program is in front of the agent";
                    case PaneState.UnknownAgent _ -> "nudge does not know this kind of agent";
                    case PaneState.Unknown _ -> "its screen is not recognized";
                };
        return Optional.of(obstacle).filter(text -> !text.isEmpty());
    }
}
