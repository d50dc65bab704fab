package dev.nudge.job;

import dev.nudge.job.NudgeState.Answered;
import dev.nudge.job.NudgeState.Delivered;
import dev.nudge.job.NudgeState.InTurn;
import dev.nudge.job.NudgeState.Off;
import dev.nudge.job.NudgeState.Pending;
import dev.nudge.job.NudgeState.Received;
import dev.nudge.job.NudgeState.Taken;
import dev.nudge.job.NudgeState.Typing;
import java.time.Instant;

/// The single place that defines which event leads a nudge from which state to which.
final class NudgeTransition {
    private NudgeTransition() {}

    /// Returns the next state; the same if the event changes nothing in this state. What has been
    /// reported stays so, unless it turns out that the agent has not received it.
    static NudgeState next(NudgeState state, NudgeEvent event) {
        return switch (event) {
            case NudgeEvent.Unwanted _ -> new Off();
            case NudgeEvent.TypingBegun(var text) -> typing(state, text);
            case NudgeEvent.NotTyped _ -> notTyped(state);
            case NudgeEvent.PromptTaken taken -> taken(state, taken);
            case NudgeEvent.TurnBegun begun -> turnBegun(state, begun);
            case NudgeEvent.QueueEmpty(var at) ->
                    state instanceof Taken ? new Delivered(at, true) : state;
            case NudgeEvent.HandedOver handed -> handedOver(state, handed);
            case NudgeEvent.AnswerGiven(var at) -> state.isUntold() ? new Answered(at) : state;
            case NudgeEvent.AnswerReceived received -> received(state, received);
            case NudgeEvent.TurnOver(var isKept) -> turnOver(state, isKept);
            case NudgeEvent.AgentEnded(var at) -> agentEnded(state, at);
        };
    }

    /// What was typed for an agent that has left stays marked as such: a copy may be on the screen.
    private static NudgeState typing(NudgeState state, String text) {
        return switch (state) {
            case Pending _, Answered _ -> new Typing(text);
            case Typing(_, var left, _) -> new Typing(text, left, left.isPresent());
            default -> state;
        };
    }

    private static NudgeState notTyped(NudgeState state) {
        return switch (state) {
            case Typing(String text, var left, _) when left.isPresent() ->
                    new Typing(text, left, false);
            case Typing _ -> new Pending();
            default -> state;
        };
    }

    private static NudgeState taken(NudgeState state, NudgeEvent.PromptTaken event) {
        return switch (state) {
            case Typing typing when event.leavesReceipt() -> new Taken(typing.text(), event.at());
            case Typing _ -> new Delivered(event.at(), true);
            default -> state;
        };
    }

    private static NudgeState turnBegun(NudgeState state, NudgeEvent.TurnBegun event) {
        return switch (state) {
            case Typing typing -> begun(typing.text(), event);
            case Taken taken -> begun(taken.text(), event);
            default -> state;
        };
    }

    private static NudgeState begun(String text, NudgeEvent.TurnBegun event) {
        return event.turn().transcript().isEmpty()
                ? new Delivered(event.at(), true)
                : new InTurn(event.at(), true, event.turn(), text);
    }

    private static NudgeState handedOver(NudgeState state, NudgeEvent.HandedOver event) {
        if (!state.isUntold()) {
            return state;
        }
        return event.turn().transcript().isEmpty()
                ? new Delivered(event.at(), false)
                : new InTurn(event.at(), false, event.turn(), event.text());
    }

    private static NudgeState received(NudgeState state, NudgeEvent.AnswerReceived event) {
        if (!(state instanceof Answered)) {
            return state;
        }
        return event.transcript().isEmpty()
                ? new Delivered(event.at(), false)
                : new Received(event.at(), event.transcript());
    }

    private static NudgeState turnOver(NudgeState state, boolean isKept) {
        return switch (state) {
            case Received _, InTurn _ when !isKept -> new Pending();
            case Received(var at, _) -> new Delivered(at, false);
            case InTurn(var at, var isTyped, _, _) -> new Delivered(at, isTyped);
            default -> state;
        };
    }

    /// Text that was being typed is reported again once it is known not to be in the next agent's
    /// prompt.
    private static NudgeState agentEnded(NudgeState state, Instant at) {
        return switch (state) {
            case Answered _, Taken _ -> new Pending();
            case Typing typing -> typing.leftAt(at);
            default -> state;
        };
    }
}
