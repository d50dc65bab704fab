package dev.nudge.daemon;

import dev.nudge.job.NudgeTarget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Knows which answers an agent cannot have heard: those to calls that it had made before its user
/// gave it another prompt. The user had dropped such a call (rule G25), but the hook of the prompt
/// may come to the daemon later than the end that the call waited for.
///
/// Times are those by which processes start, see [dev.nudge.process.ProcessId#startTime], since the
/// start of a hook is the first that is known of a prompt. Thread-safe.
final class HeardAnswers {
    private static final int REMEMBERED = 64;

    private final LongSupplier clock;
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final Deque<Prompt> prompts = new ArrayDeque<>();

    HeardAnswers(LongSupplier clock) {
        this.clock = clock;
    }

    /// An answer to a call that has waited.
    ///
    /// @param called when the call came
    /// @param decided when its answer was known, before anybody could hear it
    /// @param jobs whose ends it told
    private record Answer(NudgeTarget agent, long called, long decided, List<Long> jobs) {}

    private record Prompt(NudgeTarget agent, long at) {
        private boolean isBetween(Answer answer) {
            return agent.isSamePane(answer.agent())
                    && answer.called() < at
                    && at < answer.decided();
        }
    }

    /// Returns the time, for [#answered].
    long now() {
        return clock.getAsLong();
    }

    /// Takes note of an answer.
    ///
    /// @param called when the call came
    /// @param decided when its answer was known
    /// @param jobs whose ends it tells
    /// @return those of them, all or none, of which the agent has not heard
    synchronized List<Long> answered(
            NudgeTarget agent, long called, long decided, List<Long> jobs) {
        Answer answer = new Answer(agent, called, decided, jobs);
        if (prompts.stream().anyMatch(p -> p.isBetween(answer))) {
            return jobs;
        }
        remember(answers, answer);
        return List.of();
    }

    /// Takes note that an agent has taken another prompt.
    ///
    /// @param at when its hook was started
    /// @return the jobs whose ends were told by answers that it has not heard
    synchronized List<Long> prompted(NudgeTarget agent, long at) {
        Prompt prompt = new Prompt(agent, at);
        remember(prompts, prompt);
        Predicate<Answer> isUnheard = prompt::isBetween;
        List<Long> unheard =
                answers.stream().filter(isUnheard).flatMap(a -> a.jobs().stream()).toList();
        answers.removeIf(isUnheard);
        return unheard;
    }

    private static <T> void remember(Deque<T> all, T one) {
        all.addLast(one);
        if (all.size() > REMEMBERED) {
            all.removeFirst();
        }
    }
}
