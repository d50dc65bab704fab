package dev.nudge.job.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobTransitionTest;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeState.Turn;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NudgeTransitionTest {
    private static final Instant THEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant NOW = THEN.plusSeconds(60);
    private static final String OLD = "old text";
    private static final String NEW = "new text";
    private static final String RECEIPT = NudgeState.RECEIPT + "17-0123456789abcdef";
    private static final NudgeTarget AGENT = NudgeTarget.outside(43, 44, "/tmp");
    private static final Turn TURN = new Turn(17, "/transcript");

    private static final Map<String, NudgeState> STATES = states();
    private static final Map<String, NudgeEvent> EVENTS = events();

    /// The next state for every pair. A dot: the event changes nothing.
    private static final String TABLE =
            """
                        unwanted typing not-typed taken   turn      turn-t   empty     handed handed-t answer   received received-t kept       cancelled ended   task   task-t
            off         .        .      .         .       .         .        .         .      .        .        .        .          .          .         .       .      .
            pending     off      typing .         .       .         .        .         handed inturn-h answered .        .          .          .         .       tasked fetched
            undelivered off      .      .         .       .         .        .         .      .        .        .        .          .          .         .       .      .
            typing      off      typing pending   taken   delivered inturn-o .         .      .        .        .        .          .          .         left    .      .
            left        off      again  .         taken   delivered inturn-o .         .      .        .        .        .          .          .         left    .      .
            again       off      again  left0     taken   delivered inturn-o .         .      .        .        .        .          .          .         left    .      .
            answered    off      typing .         .       .         .        .         handed inturn-h answered received-n received .          .         pending tasked fetched
            taken       off      .      .         .       delivered inturn-o delivered .      .        .        .        .          .          .         pending .      .
            inturn      off      .      .         .       .         .        .         .      .        .        .        .          delivered0 pending   .       .      .
            inhook      off      .      .         .       .         .        .         .      .        .        .        .          handed0    pending   .       .      .
            delivered   off      .      .         .       .         .        .         .      .        .        .        .          .          .         .       .      .
            received    off      .      .         .       .         .        .         .      .        .        .        .          received-0 pending   .       .      .
            handed      off      .      .         .       .         .        .         .      .        .        .        .          .          .         .       .      .
            """;

    private static Map<String, NudgeState> states() {
        Map<String, NudgeState> states = new LinkedHashMap<>();
        states.put("off", new NudgeState.Off());
        states.put("pending", new NudgeState.Pending());
        states.put("undelivered", new NudgeState.Undelivered());
        states.put("typing", new NudgeState.Typing(OLD, "1"));
        states.put("left", new NudgeState.Typing(OLD, "1", Optional.of(THEN), false));
        states.put("again", new NudgeState.Typing(OLD, "1", Optional.of(THEN), true));
        states.put("answered", new NudgeState.Answered(THEN));
        states.put("taken", new NudgeState.Taken(OLD, THEN));
        states.put("inturn", new NudgeState.InTurn(THEN, true, TURN, OLD));
        states.put("inhook", new NudgeState.InTurn(THEN, false, TURN, OLD));
        states.put("delivered", delivered(THEN, true, OLD));
        states.put("received", new NudgeState.Received(THEN, "/transcript"));
        states.put("handed", delivered(THEN, false, OLD));
        return states;
    }

    private static Map<String, NudgeEvent> events() {
        Map<String, NudgeEvent> events = new LinkedHashMap<>();
        events.put("unwanted", new NudgeEvent.Unwanted());
        events.put("typing", new NudgeEvent.TypingBegun(NEW, "2"));
        events.put("not-typed", new NudgeEvent.NotTyped());
        events.put("taken", new NudgeEvent.PromptTaken(NOW));
        events.put("turn", new NudgeEvent.TurnBegun(NOW, new Turn(17, "")));
        events.put("turn-t", new NudgeEvent.TurnBegun(NOW, TURN));
        events.put("empty", new NudgeEvent.QueueEmpty(NOW));
        events.put("handed", new NudgeEvent.HandedOver(NOW, new Turn(17, ""), NEW));
        events.put("handed-t", new NudgeEvent.HandedOver(NOW, TURN, NEW));
        events.put("answer", new NudgeEvent.AnswerGiven(NOW));
        events.put("received", new NudgeEvent.AnswerReceived("", NOW));
        events.put("received-t", new NudgeEvent.AnswerReceived("/transcript", NOW));
        events.put("kept", new NudgeEvent.TurnOver(true));
        events.put("cancelled", new NudgeEvent.TurnOver(false));
        events.put("ended", new NudgeEvent.AgentEnded(NOW));
        events.put("task", new NudgeEvent.TaskAnswered(NOW, RECEIPT, false));
        events.put("task-t", new NudgeEvent.TaskAnswered(NOW, RECEIPT, true));
        return events;
    }

    /// The states to which events lead, with the times of the events; `0` for that of the state.
    private static NudgeState result(String word) {
        return switch (word) {
            case "typing" -> new NudgeState.Typing(NEW, "2");
            case "left" -> new NudgeState.Typing(OLD, "1", Optional.of(NOW), false);
            case "again" -> new NudgeState.Typing(NEW, "2", Optional.of(THEN), true);
            case "answered" -> new NudgeState.Answered(NOW);
            case "taken" -> new NudgeState.Taken(OLD, NOW);
            case "inturn-o" -> new NudgeState.InTurn(NOW, true, TURN, OLD);
            case "inturn-h" -> new NudgeState.InTurn(NOW, false, TURN, NEW);
            case "delivered" -> delivered(NOW, true, OLD);
            case "received" -> new NudgeState.Received(NOW, "/transcript");
            case "handed" -> delivered(NOW, false, NEW);
            case "received-n" -> delivered(NOW, false, "");
            case "tasked" -> delivered(NOW, false, RECEIPT);
            case "fetched" -> new NudgeState.Taken(RECEIPT, NOW);
            case "received-0" -> delivered(THEN, false, "");
            default -> Objects.requireNonNull(STATES.get(word.replace("0", "")));
        };
    }

    private static NudgeState delivered(Instant at, boolean isTyped, String text) {
        return new NudgeState.Delivered(at, isTyped, Optional.of(new Report(text, AGENT)));
    }

    static Stream<Arguments> everyPair() {
        return JobTransitionTest.everyPair(TABLE);
    }

    @ParameterizedTest(name = "{0} after {1}: {2}")
    @MethodSource("everyPair")
    void leadsToTheStateOfTheTable(String state, String event, String next) {
        NudgeState from = Objects.requireNonNull(STATES.get(state));
        NudgeEvent happens = Objects.requireNonNull(EVENTS.get(event));

        assertThat(from.after(happens, Optional.of(AGENT)))
                .isEqualTo(next.equals(".") ? from : result(next));
    }

    @Test
    void resultOfATaskWasNotTyped() {
        NudgeState fetched = new NudgeState.Taken(RECEIPT, THEN);
        Optional<NudgeTarget> agent = Optional.of(AGENT);

        NudgeState begun = fetched.after(new NudgeEvent.TurnBegun(NOW, TURN), agent);
        NudgeState kept = begun.after(new NudgeEvent.TurnOver(true), agent);

        assertThat(begun).isEqualTo(new NudgeState.InTurn(NOW, false, TURN, RECEIPT));
        assertThat(kept).isEqualTo(delivered(NOW, false, RECEIPT));
        assertThat(Stream.of(fetched, begun, kept)).allMatch(state -> state.isToldBy(RECEIPT));
        assertThat(kept.isToldBy(RECEIPT + "0")).isFalse();
        assertThat(begun.after(new NudgeEvent.TurnOver(false), agent))
                .isEqualTo(new NudgeState.Pending());
    }

    @Test
    void tableKnowsEveryStateAndEvent() {
        assertThat(everyPair().map(row -> row.get()[0]).distinct())
                .containsExactlyElementsOf(STATES.keySet());
        assertThat(everyPair().map(row -> row.get()[1]).distinct())
                .containsExactlyElementsOf(EVENTS.keySet());
        assertThat(STATES.values().stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder(NudgeState.class.getPermittedSubclasses());
        assertThat(EVENTS.values().stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrder(NudgeEvent.class.getPermittedSubclasses());
    }
}
