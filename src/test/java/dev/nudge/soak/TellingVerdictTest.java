package dev.nudge.soak;

import static dev.nudge.soak.RecordedPane.endOf;
import static dev.nudge.soak.RecordedPane.lineOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TellingVerdictTest {
    private static final JsonNode JOB = JsonMapper.shared().valueToTree(Map.of("job", 7));
    private static final WatchPlan WATCH =
            new WatchPlan("watch-7.", Optional.empty(), Path.of("log"), "soak-7.", 2, 2, Wait.NONE);

    private static final String RIGHT = "right";
    private static final String LOST = "told to nobody";
    private static final String HEARD = "after it had been heard";
    private static final String TWICE = "twice to one agent";
    private static final String WRONG = "";

    private static final String END = endOf(7);
    private static final String SUMMARY =
            "Background commands completed: jobs 7, 8: exit 0 [nudge: 2 jobs, automatic notice]";
    private static final Waited.Outcome REPEATED = Waited.Outcome.REPEATED;

    private static Arguments when(String story, String verdict, UnaryOperator<RecordedPane> told) {
        return arguments(story, verdict, told);
    }

    private static void assertIs(String verdict, Optional<String> wrong) {
        if (verdict.equals(RIGHT)) {
            assertThat(wrong).isEmpty();
        } else {
            assertThat(wrong).hasValueSatisfying(words -> assertThat(words).contains(verdict));
        }
    }

    private static TellingVerdict verdict(UnaryOperator<RecordedPane> told) {
        RecordedPane pane = told.apply(new RecordedPane().began());
        return new TellingVerdict(JOB, pane.told(), pane.waits());
    }

    static List<Arguments> ends() {
        return List.of(
                when("told once", RIGHT, p -> p.typed(END).asked(END)),
                when("told to nobody", LOST, p -> p),
                when("only a turn of a dead agent", LOST, p -> p.typed(END).turn(END).killed()),
                when("handed to a turn of one", LOST, p -> p.handed(END).turn("Go.").killed()),
                when("in the queue of a dead agent", LOST, p -> p.typed(END).killed().began()),
                when(
                        "in its queue, where another turn had begun",
                        LOST,
                        p -> p.typed(END).turn(endOf(8)).killed().began()),
                when("turn that a hook has denied", LOST, p -> p.typed(END).denied(END)),
                when(
                        "in the queues of two dead agents",
                        LOST,
                        p -> p.typed(END).killed().began().typed(END).killed().began()),
                when(
                        "again after it was heard by an agent that died",
                        HEARD,
                        p -> p.typed(END).asked(END).killed().began().typed(END).killed()),
                when(
                        "again after an answer with a receipt",
                        HEARD,
                        p -> p.received(7).typed(END).killed().began()),
                when(
                        "answer with a receipt after it was heard",
                        WRONG,
                        p -> p.typed(END).asked(END).received(7)),
                when(
                        "twice to one agent that died",
                        TWICE,
                        p -> p.typed(END).typed(END).killed().began()),
                when("twice to one that lives", WRONG, p -> p.typed(END).asked(END).typed(END)),
                when(
                        "twice, and heard once",
                        WRONG,
                        p -> p.typed(END).typed(END).asked(END).killed().began()),
                when(
                        "answer without a receipt between",
                        RIGHT,
                        p -> p.typed(END).waited(REPEATED).asked(END)),
                when(
                        "answer without one after one with one",
                        RIGHT,
                        p -> p.received(7).waited(REPEATED)),
                when(
                        "answer without one before the message",
                        RIGHT,
                        p -> p.waited(REPEATED).typed(END).asked(END)),
                when("nothing but an answer without one", WRONG, p -> p.waited(REPEATED)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void endIsToldOnce(String story, String verdict, UnaryOperator<RecordedPane> told) {
        assertIs(verdict, verdict(told).ofEnd());
    }

    static List<UnaryOperator<RecordedPane>> deaths() {
        return List.of(
                p -> p.typed(END).killed().began().typed(END).turn(END).asked(END),
                p -> p.typed(END).killed().began().handed(END).asked("Is that all?"));
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void endThatADeadAgentTookMayBeToldToTheNext(UnaryOperator<RecordedPane> told) {
        TellingVerdict verdict = verdict(told);

        assertThat(verdict.ofEnd()).isEmpty();
        assertThat(verdict.windows()).containsExactly(TellingVerdict.EndCopies.AGAIN);
    }

    private static RecordedPane typed(RecordedPane pane, int line) {
        return pane.typed(lineOf(7, WATCH.line(line)));
    }

    private static RecordedPane line(RecordedPane pane, int line) {
        return typed(pane, line).asked(lineOf(7, WATCH.line(line)));
    }

    static List<Arguments> lines() {
        return List.of(
                when("one by one", RIGHT, p -> line(line(p, 1), 2)),
                when("not the last one", WRONG, p -> line(p, 1)),
                when(
                        "again after an agent that took it died",
                        RIGHT,
                        p -> line(line(typed(p, 1).killed().began(), 1), 2)),
                when(
                        "in the queue of a dead agent",
                        WRONG,
                        p -> line(typed(p, 1).killed().began(), 2)),
                when(
                        "turn of a dead agent",
                        RIGHT,
                        p -> line(typed(p, 1).turn(lineOf(7, WATCH.line(1))).killed().began(), 2)),
                when(
                        "the last in the queue of a dead agent",
                        WRONG,
                        p -> typed(line(p, 1), 2).killed().began()),
                when(
                        "twice to one agent that died",
                        WRONG,
                        p -> line(typed(typed(p, 1), 1).killed().began(), 2)),
                when(
                        "a summary after the last",
                        WRONG,
                        p -> line(line(p, 1), 2).typed(SUMMARY).asked(SUMMARY)),
                when(
                        "the last after an answer with a receipt",
                        WRONG,
                        p -> line(line(p, 1).received(7), 2)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void linesOfAWatchAreToldOnce(String story, String verdict, UnaryOperator<RecordedPane> told) {
        assertIs(verdict, verdict(told).ofWatch(WATCH));
    }
}
