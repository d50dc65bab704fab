package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.host.WaitSigns.Sighting;
import dev.nudge.host.WaitSigns.Sign;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;
import org.junit.jupiter.api.Test;

class SightingTest {
    private static final ProcessId READER = new ProcessId(42, 7);

    private static Sighting at(int line, String prompt) {
        return at(line, Sign.AT_CURSOR, prompt);
    }

    private static Sighting at(int line, Sign sign, String prompt) {
        return new Sighting(
                Kind.PROMPT, READER, "bash", sign, prompt, line, 100L + prompt.length());
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
        Sighting other =
                new Sighting(
                        Kind.PROMPT,
                        new ProcessId(43, 7),
                        "bash",
                        Sign.AT_CURSOR,
                        "Name? ",
                        3,
                        100);
        assertThat(at(3, "Name? ").isStill(other, 0, false)).isFalse();
    }

    @Test
    void editorIsOneQuestionUntilItEnds() {
        Sighting editor = new Sighting(Kind.EDITOR, READER, "vim", Sign.AT_CURSOR, "", 3, 100);
        Sighting later = new Sighting(Kind.EDITOR, READER, "vim", Sign.AT_CURSOR, "", 9, 200);
        assertThat(editor.isStill(later, 5, true)).isTrue();
    }

    @Test
    void menuIsOneQuestionWhicheverOptionIsChosen() {
        Sighting menu = at(3, Sign.MENU, "Colour? / \u276f red / blue");
        assertThat(menu.isStill(at(4, Sign.MENU, "Colour? / red / \u276f blue"), 3, false))
                .isTrue();
        assertThat(menu.isStill(at(4, Sign.MENU, "Size? / \u276f small / large"), 3, false))
                .isFalse();
        assertThat(menu.isStill(at(3, Sign.MENU, "Colour? / \u276f red / blue"), 1, true))
                .isFalse();
    }

    @Test
    void whatIsTypedBelowAPromptIsNoQuestion() {
        Sighting above = at(3, Sign.ABOVE, "Enter:");
        assertThat(above.isPatient()).isTrue();
        assertThat(above.isStill(at(3, Sign.AT_CURSOR, "Bo"), 2, false)).isTrue();
        assertThat(above.isStill(at(3, Sign.AT_CURSOR, "Sure? "), 2, false)).isFalse();
        assertThat(above.isStill(at(4, Sign.AT_CURSOR, "Bo"), 2, false)).isFalse();
    }
}
