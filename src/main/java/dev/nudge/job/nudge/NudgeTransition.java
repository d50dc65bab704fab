package dev.nudge.job.nudge;

import dev.nudge.job.nudge.NudgeState.Answered;
import dev.nudge.job.nudge.NudgeState.Delivered;
import dev.nudge.job.nudge.NudgeState.InTurn;
import dev.nudge.job.nudge.NudgeState.Off;
import dev.nudge.job.nudge.NudgeState.Pending;
import dev.nudge.job.nudge.NudgeState.Received;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeState.Taken;
import dev.nudge.job.nudge.NudgeState.Typing;
import java.time.Instant;
import java.util.Optional;

/// The single place that defines which event leads a nudge from which state to which.
///
/// @param agent who is to be notified
record NudgeTransition(Optional<NudgeTarget> agent) {

    /// Returns the next state; the same if the event changes nothing in this state. What has been
    /// reported stays so, unless it turns out that the agent has not received it.
    NudgeState next(NudgeState state, NudgeEvent event) {
        return switch (event) {
            case NudgeEvent.Unwanted _ -> new Off();
            case NudgeEvent.TypingBegun begun -> typing(state, begun);
            case NudgeEvent.NotTyped _ -> notTyped(state);
            case NudgeEvent.PromptTaken(var at) -> taken(state, at);
            case NudgeEvent.TurnBegun begun -> turnBegun(state, begun);
            case NudgeEvent.QueueEmpty(var at) ->
                    state instanceof Taken taken ? typed(at, taken.text()) : state;
            case NudgeEvent.HandedOver handed -> handedOver(state, handed);
            case NudgeEvent.AnswerGiven(var at) -> state.isUntold() ? new Answered(at) : state;
            case NudgeEvent.AnswerReceived received -> received(state, received);
            case NudgeEvent.TaskAnswered answered -> taskAnswered(state, answered);
            case NudgeEvent.TurnOver(var isKept) -> turnOver(state, isKept);
            case NudgeEvent.AgentEnded(var at) -> agentEnded(state, at);
        };
    }

    /// What was typed for an agent that has left stays marked as such: a copy may be on the screen.
    private static NudgeState typing(NudgeState state, NudgeEvent.TypingBegun event) {
        return switch (state) {
            case Pending _, Answered _ -> new Typing(event.text(), event.id());
            case Typing(_, _, var left, _) ->
                    new Typing(event.text(), event.id(), left, left.isPresent());
            default -> state;
        };
    }

    private static NudgeState notTyped(NudgeState state) {
        return switch (state) {
            case Typing(var text, var id, var left, _) when left.isPresent() ->
                    new Typing(text, id, left, false);
            case Typing _ -> new Pending();
            default -> state;
        };
    }

    private static NudgeState taken(NudgeState state, Instant at) {
        return state instanceof Typing typing ? new Taken(typing.text(), at) : state;
    }

    private NudgeState turnBegun(NudgeState state, NudgeEvent.TurnBegun event) {
        return switch (state) {
            case Typing typing -> begun(typing.text(), event);
            case Taken taken -> begun(taken.text(), event);
            default -> state;
        };
    }

    private NudgeState begun(String text, NudgeEvent.TurnBegun event) {
        return event.turn().transcript().isEmpty()
                ? typed(event.at(), text)
                : new InTurn(event.at(), !NudgeState.isReceipt(text), event.turn(), text);
    }

    private NudgeState handedOver(NudgeState state, NudgeEvent.HandedOver event) {
        if (!state.isUntold()) {
            return state;
        }
        return event.turn().transcript().isEmpty()
                ? delivered(event.at(), false, event.text())
                : new InTurn(event.at(), false, event.turn(), event.text());
    }

    private NudgeState received(NudgeState state, NudgeEvent.AnswerReceived event) {
        if (!(state instanceof Answered)) {
            return state;
        }
        return event.transcript().isEmpty()
                ? answered(event.at())
                : new Received(event.at(), event.transcript());
    }

    private NudgeState taskAnswered(NudgeState state, NudgeEvent.TaskAnswered event) {
        if (!state.isUntold()) {
            return state;
        }
        return event.isProvable()
                ? new Taken(event.receipt(), event.at())
                : delivered(event.at(), false, event.receipt());
    }

    private NudgeState turnOver(NudgeState state, boolean isKept) {
        return switch (state) {
            case Received _, InTurn _ when !isKept -> new Pending();
            case Received(var at, _) -> answered(at);
            case InTurn(var at, var isTyped, _, var text) -> delivered(at, isTyped, text);
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

    private Delivered typed(Instant at, String text) {
        return delivered(at, !NudgeState.isReceipt(text), text);
    }

    private Delivered answered(Instant at) {
        return delivered(at, false, "");
    }

    private Delivered delivered(Instant at, boolean isTyped, String text) {
        return new Delivered(at, isTyped, agent.map(who -> new Report(text, who)));
    }
}
