package dev.nudge.job.nudge;

import dev.nudge.job.nudge.NudgeState.Answered;
import dev.nudge.job.nudge.NudgeState.Delivered;
import dev.nudge.job.nudge.NudgeState.InTurn;
import dev.nudge.job.nudge.NudgeState.Off;
import dev.nudge.job.nudge.NudgeState.Pending;
import dev.nudge.job.nudge.NudgeState.Received;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeState.Taken;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeState.Typing;
import java.time.Instant;
import java.util.Optional;

/// An event that can happen to a nudge.
public sealed interface NudgeEvent {
    /// Nobody is to be notified after all.
    record Unwanted() implements NudgeEvent {}

    /// The message, with an id as in [NudgeState.Typing], is about to be typed.
    record TypingBegun(String text, String id) implements NudgeEvent {}

    /// The message that was to be typed is not in the prompt, nor has it been taken from there.
    record NotTyped() implements NudgeEvent {}

    /// The agent has taken the message out of its prompt, or has it in its inbox.
    record PromptTaken(Instant at) implements NudgeEvent {}

    /// The agent has begun a turn with the message, as its receipt, record or screen shows.
    record TurnBegun(Instant at, Turn turn) implements NudgeEvent {}

    /// The agent's queue is empty, though no receipt has come for what was in it.
    record QueueEmpty(Instant at) implements NudgeEvent {}

    /// A hook has passed the whole message on with a prompt of the user.
    record HandedOver(Instant at, Turn turn, String text) implements NudgeEvent {}

    /// The answer to a call reports it.
    record AnswerGiven(Instant at) implements NudgeEvent {}

    /// The agent has received such an answer; the transcript is empty if it keeps none.
    record AnswerReceived(String transcript, Instant at) implements NudgeEvent {}

    /// The client of the agent has asked for the result of a task and gets it.
    ///
    /// @param receipt the word in the result by which it is found in the conversation
    /// @param isProvable whether the agent keeps a record of the conversation, which will show that
    record TaskAnswered(Instant at, String receipt, boolean isProvable) implements NudgeEvent {}

    /// The turn in which the agent was told is over.
    ///
    /// @param isKept whether the conversation still holds it: not if the turn has failed, or a
    ///   person has cancelled it; nor if the agent has ended before its model answered
    record TurnOver(boolean isKept) implements NudgeEvent {}

    /// The agent has ended.
    record AgentEnded(Instant at) implements NudgeEvent {}

    /// The only place that defines to which state an event leads a nudge to this agent.
    record NudgeTransition(Optional<NudgeTarget> agent) {

        /// Returns the next state; the same if the event changes nothing in this state. What has
        /// been reported stays so, unless it turns out that the agent has not received it.
        NudgeState next(NudgeState state, NudgeEvent event) {
            return switch (event) {
                case Unwanted _ -> new Off();
                case TypingBegun begun -> typing(state, begun);
                case NotTyped _ -> notTyped(state);
                case PromptTaken(var at) ->
                        state instanceof Typing typing ? new Taken(typing.text(), at) : state;
                case TurnBegun begun ->
                        state.unreceivedText().map(text -> begun(text, begun)).orElse(state);
                case QueueEmpty(var at) ->
                        state instanceof Taken taken ? typed(at, taken.text()) : state;
                case HandedOver _, AnswerGiven _, TaskAnswered _ when !state.isUntold() -> state;
                case HandedOver(var at, var turn, var text) ->
                        turn.transcript().isEmpty()
                                ? delivered(at, false, text)
                                : new InTurn(at, false, turn, text);
                case AnswerGiven(var at) -> new Answered(at);
                case TaskAnswered(var at, var receipt, var isProvable) ->
                        isProvable ? new Taken(receipt, at) : delivered(at, false, receipt);
                case AnswerReceived _ when !(state instanceof Answered) -> state;
                case AnswerReceived(var transcript, var at) ->
                        transcript.isEmpty() ? answered(at) : new Received(at, transcript);
                case TurnOver(var isKept) -> turnOver(state, isKept);
                case AgentEnded(var at) -> agentEnded(state, at);
            };
        }

        /// What was typed for an agent that has left stays marked: a copy may be on the screen.
        private static NudgeState typing(NudgeState state, TypingBegun event) {
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

        private NudgeState begun(String text, TurnBegun event) {
            return event.turn().transcript().isEmpty()
                    ? typed(event.at(), text)
                    : new InTurn(event.at(), !NudgeState.isReceipt(text), event.turn(), text);
        }

        private NudgeState turnOver(NudgeState state, boolean isKept) {
            return switch (state) {
                case Received _, InTurn _ when !isKept -> new Pending();
                case Received(var at, _) -> answered(at);
                case InTurn(var at, var isTyped, _, var text) -> delivered(at, isTyped, text);
                default -> state;
            };
        }

        /// Text that was being typed is reported again once it is not in the next agent's prompt.
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
}
