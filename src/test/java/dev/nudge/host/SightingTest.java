package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;
import org.junit.jupiter.api.Test;

class SightingTest {
    private static final ProcessId READER = new ProcessId(42, 7);

    private static Sighting at(int line, String prompt) {
        return new Sighting(Kind.PROMPT, READER, "bash", prompt, line, 100L + prompt.length());
    }

    @Test
    void promptWithWhatWasTypedBehindItIsTheSameQuestion() {
        assertThat(at(3, "Name? ").isStill(at(3, "Name? Bo"), 2, false)).isTrue();
        assertThat(at(3, "Name? ").isStill(at(3, "Name? "), 0, false)).isTrue();
    }

    @Test
    void promptAfterALineWasSentIsAnotherQuestion() {
        assertThat(at(3, "PIN: ").isStill(at(3, "PIN: "), 3, true)).isFalse();
    }

    @Test
    void promptInAnotherLineIsAnotherQuestion() {
        assertThat(at(3, "PIN: ").isStill(at(4, "PIN: "), 2, false)).isFalse();
    }

    @Test
    void promptBehindAnAnswerOfOneKeyIsAnotherQuestion() {
        assertThat(at(3, "A? ").isStill(at(3, "A? yB? "), 1, false)).isFalse();
    }

    @Test
    void anotherProgramAsksAnotherQuestion() {
        Sighting other = new Sighting(Kind.PROMPT, new ProcessId(43, 7), "bash", "Name? ", 3, 100);
        assertThat(at(3, "Name? ").isStill(other, 0, false)).isFalse();
    }

    @Test
    void editorIsOneQuestionUntilItEnds() {
        Sighting editor = new Sighting(Kind.EDITOR, READER, "vim", "", 3, 100);
        Sighting later = new Sighting(Kind.EDITOR, READER, "vim", "", 9, 200);
        assertThat(editor.isStill(later, 5, true)).isTrue();
    }
}
