package dev.nudge.soak;

import static dev.nudge.soak.RecordedPane.endOf;
import static dev.nudge.soak.RecordedPane.lineOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TellingVerdictTest {
    private static final JsonNode JOB = JsonMapper.shared().valueToTree(Map.of("job", 7));
    private static final WatchPlan WATCH =
            new WatchPlan("watch-7.", Optional.empty(), Path.of("log"), "soak-7.", 2, 2, Wait.NONE);

    private final RecordedPane pane = new RecordedPane().began();

    @Test
    void endThatWasToldOnceIsRight() {
        pane.typed(endOf(7)).asked(endOf(7));

        assertThat(ofEnd()).isEmpty();
    }

    @Test
    void endOfWhichNobodyWasToldIsLost() {
        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endWithWhichOnlyADeadAgentBeganATurnIsLost() {
        pane.typed(endOf(7)).turn(endOf(7)).killed();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endThatAHookHandedToATurnOfADeadAgentIsLost() {
        pane.handed(endOf(7)).turn("Go on.").killed();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endInTheQueueOfADeadAgentIsLost() {
        pane.typed(endOf(7)).killed().began();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endInTheQueueOfADeadAgentIsLostThoughAnotherTurnHadBegun() {
        pane.typed(endOf(7)).turn(endOf(8)).killed().began();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endOfWhichAHookHasDeniedTheTurnIsLost() {
        pane.typed(endOf(7)).denied(endOf(7));

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endThatTwoDeadAgentsHadInTheirQueuesIsLost() {
        pane.typed(endOf(7)).killed().began().typed(endOf(7)).killed().began();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("told to nobody"));
    }

    @Test
    void endInTheQueueOfADeadAgentMayBeToldToTheNext() {
        pane.typed(endOf(7)).killed().began().typed(endOf(7)).turn(endOf(7)).asked(endOf(7));
        TellingVerdict verdict = verdict();

        assertThat(verdict.ofEnd()).isEmpty();
        assertThat(verdict.windows()).containsExactly(TellingVerdict.EndCopies.AGAIN);
    }

    @Test
    void endThatADeadAgentTookMayBeToldToTheNext() {
        pane.typed(endOf(7)).killed().began().handed(endOf(7)).asked("Is that all?");
        TellingVerdict verdict = verdict();

        assertThat(verdict.ofEnd()).isEmpty();
        assertThat(verdict.windows()).containsExactly(TellingVerdict.EndCopies.AGAIN);
    }

    @Test
    void messageAfterOneThatWasHeardIsWrongThoughItsAgentDied() {
        pane.typed(endOf(7)).asked(endOf(7)).killed().began().typed(endOf(7)).killed();

        assertThat(ofEnd())
                .hasValueSatisfying(w -> assertThat(w).contains("after it had been heard"));
    }

    @Test
    void messageAfterAnAnswerWithAReceiptIsWrongThoughItsAgentDied() {
        pane.received(7).typed(endOf(7)).killed().began();

        assertThat(ofEnd())
                .hasValueSatisfying(w -> assertThat(w).contains("after it had been heard"));
    }

    @Test
    void answerWithAReceiptAfterAMessageThatWasHeardIsWrong() {
        pane.typed(endOf(7)).asked(endOf(7)).received(7);

        assertThat(ofEnd()).isPresent();
    }

    @Test
    void twoMessagesThatOneAgentTookAreWrongThoughItDied() {
        pane.typed(endOf(7)).typed(endOf(7)).killed().began();

        assertThat(ofEnd()).hasValueSatisfying(w -> assertThat(w).contains("twice to one agent"));
    }

    @Test
    void secondMessageToAnAgentThatLivesIsWrong() {
        pane.typed(endOf(7)).asked(endOf(7)).typed(endOf(7));

        assertThat(ofEnd()).isPresent();
    }

    @Test
    void secondMessageOfEqualTextsIsWrongThoughOnlyOneWasHeard() {
        pane.typed(endOf(7)).typed(endOf(7)).asked(endOf(7)).killed().began();

        assertThat(ofEnd()).isPresent();
    }

    @Test
    void answerWithoutAReceiptAfterAMessageIsRight() {
        pane.typed(endOf(7)).waited(Waited.Outcome.REPEATED).asked(endOf(7));

        assertThat(ofEnd()).isEmpty();
    }

    @Test
    void answerWithoutAReceiptAfterOneWithAReceiptIsRight() {
        pane.received(7).waited(Waited.Outcome.REPEATED);

        assertThat(ofEnd()).isEmpty();
    }

    @Test
    void answerWithoutAReceiptWhileTheMessageIsOnItsWayIsRight() {
        pane.waited(Waited.Outcome.REPEATED).typed(endOf(7)).asked(endOf(7));

        assertThat(ofEnd()).isEmpty();
    }

    @Test
    void answerWithoutAReceiptAndWithoutAnyMessageIsWrong() {
        pane.waited(Waited.Outcome.REPEATED);

        assertThat(ofEnd()).isPresent();
    }

    @Test
    void linesOfAWatchAreToldOneByOne() {
        line(1).line(2);

        assertThat(verdict().ofWatch(WATCH)).isEmpty();
    }

    @Test
    void watchWhoseLastLineWasNotToldIsWrong() {
        line(1);

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    @Test
    void lineOfAWatchThatADeadAgentTookMayBeToldToTheNext() {
        pane.typed(lineOf(7, "1 soak-7.")).killed().began();
        line(1).line(2);

        assertThat(verdict().ofWatch(WATCH)).isEmpty();
    }

    @Test
    void lineOfAWatchInTheQueueOfADeadAgentIsLost() {
        pane.typed(lineOf(7, "1 soak-7.")).killed().began();
        line(2);

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    @Test
    void lineOfAWatchWithWhichADeadAgentBeganATurnNeedNotBeToldAgain() {
        String text = lineOf(7, "1 soak-7.");
        pane.typed(text).turn(text).killed().began();
        line(2);

        assertThat(verdict().ofWatch(WATCH)).isEmpty();
    }

    @Test
    void lastLineOfAWatchInTheQueueOfADeadAgentIsLost() {
        line(1);
        pane.typed(lineOf(7, "2 soak-7.")).killed().began();

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    @Test
    void lineOfAWatchThatOneAgentTookTwiceIsWrongThoughItDied() {
        pane.typed(lineOf(7, "1 soak-7.")).typed(lineOf(7, "1 soak-7.")).killed().began();
        line(2);

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    @Test
    void summaryAfterTheLastLineOfAWatchWasHeardIsWrong() {
        line(1).line(2);
        String summary =
                "Background commands completed: jobs 7, 8: exit 0 [nudge: 2 jobs, automatic notice]";
        pane.typed(summary).asked(summary);

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    @Test
    void lastLineOfAWatchAfterAnAnswerWithAReceiptIsWrong() {
        line(1);
        pane.received(7);
        line(2);

        assertThat(verdict().ofWatch(WATCH)).isPresent();
    }

    private TellingVerdictTest line(int number) {
        String text = lineOf(7, WATCH.line(number));
        pane.typed(text).asked(text);
        return this;
    }

    private Optional<String> ofEnd() {
        return verdict().ofEnd();
    }

    private TellingVerdict verdict() {
        return new TellingVerdict(JOB, pane.told(), pane.waits());
    }
}
