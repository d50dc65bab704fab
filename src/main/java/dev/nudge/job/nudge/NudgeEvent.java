package dev.nudge.job.nudge;

import java.time.Instant;

/// An event that can happen to a nudge.
public sealed interface NudgeEvent {
    /// Nobody is to be notified after all.
    record Unwanted() implements NudgeEvent {}

    /// The message is about to be typed into the agent's prompt.
    ///
    /// @param text the whole message
    /// @param id as in [NudgeState.Typing]
    record TypingBegun(String text, String id) implements NudgeEvent {}

    /// The message that was to be typed is not in the prompt, nor has it been taken from there.
    record NotTyped() implements NudgeEvent {}

    /// The agent has taken the message out of its prompt, or has it in its inbox.
    record PromptTaken(Instant at) implements NudgeEvent {}

    /// The agent has begun a turn with the message, as its receipt, its record of the conversation
    /// or its screen shows.
    record TurnBegun(Instant at, Turn turn) implements NudgeEvent {}

    /// The agent's queue is empty, though no receipt has come for what was in it.
    record QueueEmpty(Instant at) implements NudgeEvent {}

    /// A hook has passed it on with a prompt of the user.
    ///
    /// @param text the whole message
    record HandedOver(Instant at, Turn turn, String text) implements NudgeEvent {}

    /// The answer to a call reports it.
    record AnswerGiven(Instant at) implements NudgeEvent {}

    /// The agent has received such an answer.
    ///
    /// @param transcript the path of the agent's record of the conversation; empty if it keeps none
    record AnswerReceived(String transcript, Instant at) implements NudgeEvent {}

    /// The client of the agent has asked for the result of a task and gets it.
    ///
    /// @param receipt the word in the result by which it is found in the conversation
    /// @param isProvable whether the agent keeps a record of the conversation, which will show
    ///   that; if not, this is all that ever will
    record TaskAnswered(Instant at, String receipt, boolean isProvable) implements NudgeEvent {}

    /// The turn in which the agent was told is over.
    ///
    /// @param isKept whether the conversation still holds it: not if the turn has failed, or a
    ///   person has cancelled it; nor if the agent has ended before its model answered
    record TurnOver(boolean isKept) implements NudgeEvent {}

    /// The agent has ended.
    record AgentEnded(Instant at) implements NudgeEvent {}
}
