package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.host.WaitSigns.Sighting;
import dev.nudge.host.WaitSigns.Sign;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SightingTest {
    private static final ProcessId READER = new ProcessId(42, 7);

    private static Sighting at(int line, Sign sign, String prompt) {
        return new Sighting(
                Kind.PROMPT, READER, "bash", sign, prompt, line, 100L + prompt.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    AT_CURSOR | 'Name? ' | 3 | AT_CURSOR | 'Name? Bo' | 2 | false | true
                    AT_CURSOR | 'Name? ' | 3 | AT_CURSOR | 'Name? '   | 0 | false | true
                    # after a line was sent, in another line, and behind an answer of one key
                    AT_CURSOR | 'PIN: '  | 3 | AT_CURSOR | 'PIN: '    | 3 | true  | false
                    AT_CURSOR | 'PIN: '  | 4 | AT_CURSOR | 'PIN: '    | 2 | false | false
                    AT_CURSOR | 'A? '    | 3 | AT_CURSOR | 'A? yB? '  | 1 | false | false
                    # whichever option is chosen
                    MENU | Colour? / ❯ red / blue | 4 | MENU | Colour? / red / ❯ blue  | 3 | false | true
                    MENU | Colour? / ❯ red / blue | 4 | MENU | Size? / ❯ small / large | 3 | false | false
                    MENU | Colour? / ❯ red / blue | 3 | MENU | Colour? / ❯ red / blue  | 1 | true  | false
                    # what is typed below a prompt
                    ABOVE | Enter: | 3 | AT_CURSOR | Bo       | 2 | false | true
                    ABOVE | Enter: | 3 | AT_CURSOR | 'Sure? ' | 2 | false | false
                    ABOVE | Enter: | 4 | AT_CURSOR | Bo       | 2 | false | false
                    """)
    void laterPromptIsTheSameQuestionIfOnlyTypingFollowsIt(
            Sign sign,
            String prompt,
            int line,
            Sign laterSign,
            String later,
            long typed,
            boolean isSent,
            boolean isStill) {
        assertThat(at(3, sign, prompt).isStill(at(line, laterSign, later), typed, isSent))
                .isEqualTo(isStill);
    }

    @Test
    void anotherProgramAsksAnotherQuestion() {
        ProcessId reader = new ProcessId(43, 7);
        Sighting other =
                new Sighting(Kind.PROMPT, reader, "bash", Sign.AT_CURSOR, "Name? ", 3, 100);

        assertThat(at(3, Sign.AT_CURSOR, "Name? ").isStill(other, 0, false)).isFalse();
    }

    @Test
    void editorIsOneQuestionUntilItEnds() {
        Sighting editor = new Sighting(Kind.EDITOR, READER, "vim", Sign.AT_CURSOR, "", 3, 100);
        Sighting later = new Sighting(Kind.EDITOR, READER, "vim", Sign.AT_CURSOR, "", 9, 200);

        assertThat(editor.isStill(later, 5, true)).isTrue();
        assertThat(at(3, Sign.ABOVE, "Enter:").isPatient()).isTrue();
    }
}
