package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadlessTerminalTest {
    private static final String CSI = "\u001b[";

    private final StringBuilder replies = new StringBuilder();
    private final HeadlessTerminal terminal =
            new HeadlessTerminal(
                    20,
                    4,
                    100,
                    answer -> replies.append(new String(answer, StandardCharsets.UTF_8)));

    private void feed(String text) {
        byte[] bytes = ("?" + text + "?").getBytes(StandardCharsets.UTF_8);
        terminal.feed(bytes, 1, bytes.length - 2);
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(i -> "line " + i)
                .collect(Collectors.joining("\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "c        → ESC[?62;22c",
                ">c       → ESC[>0;276;0c",
                "5n       → ESC[0n",
                "6n       → ESC[1;3R",
                "?6n      → ESC[?1;3R",
                ">q       → ESCP>|nudge ESC\\",
                "?25$p    → ESC[?25;1$y",
                "?1049$p  → ESC[?1049;2$y",
                "?2026$p  → ESC[?2026;0$y",
                "4$p      → ESC[4;2$y",
                "18t      → ESC[8;4;20t",
                "21t      → ''",
                "?u       → ''"
            })
    void answersWhatTheProgramAsks(String question, String answer) {
        feed("ab" + CSI + question);
        String expected = answer.replace(" ESC", "\u001b").replace("ESC", "\u001b");
        assertThat(replies.toString()).isEqualTo(expected);
    }

    @Test
    void tellsTitleAndModesAndNeverSendsBackWhatTheProgramWrote() {
        feed("\u001b]2;rm -rf x\u0007" + CSI + "21t" + CSI + "20t" + "\u0005");
        assertThat(replies.toString()).isEmpty();
        assertThat(terminal.title()).isEqualTo("rm -rf x");

        feed(CSI + "?1h" + CSI + "?1049h");
        assertThat(terminal.isAlternate()).isTrue();
        assertThat(terminal.hasApplicationCursorKeys()).isTrue();
        feed("\u001bc");
        assertThat(terminal.isAlternate()).isFalse();
        assertThat(terminal.hasApplicationCursorKeys()).isFalse();
    }

    @Test
    void finalTextJoinsWrappedLinesAndKeepsWrittenBlanks() {
        assertThat(terminal.text()).isEmpty();
        feed("   \r\n");
        assertThat(terminal.text()).isEmpty();
        feed(CSI + "Ha line that is longer than the window  \r\n");
        feed("next" + CSI + "5C\r\n\r\nlast  \r\n\r\n");
        assertThat(terminal.text())
                .isEqualTo("a line that is longer than the window  \nnext\n\nlast  ");
    }

    @Test
    void finalTextHoldsTheScrollbackToItsLimitAndTheScreenCanBeScrolledBack() {
        feed(lines(1, 12_345));
        String text = terminal.text();
        assertThat(text).startsWith("line 12242\n").endsWith("\nline 12345");
        assertThat(text.lines()).hasSize(104);
        assertThat(terminal.historyLines()).isEqualTo(100);
        assertThat(terminal.text(2)).isEqualTo("line 12344\nline 12345");

        assertThat(terminal.screen(10)).startsWith("line 12332").hasSize(4);
        assertThat(terminal.screen(1000)).startsWith("line 12242").hasSize(4);
        assertThat(terminal.screen(0)).endsWith("line 12345");
        assertThat(terminal.scrollback()).isEqualTo(100);
    }

    @Test
    void alternateScreenHasNoScrollbackOfItsOwnAndTheMainOneCanBeCleared() {
        feed(lines(1, 10) + CSI + "?1049h" + CSI + "H" + lines(20, 30));
        assertThat(terminal.text()).isEqualTo("line 27\nline 28\nline 29\nline 30");
        assertThat(terminal.scrollback()).isZero();
        assertThat(terminal.screen(10)).startsWith("line 27").hasSize(4);
        feed(CSI + "?1049l");
        assertThat(terminal.text()).startsWith("line 1\n").endsWith("line 10");
        assertThat(terminal.historyLines()).isEqualTo(6);
        feed(CSI + "3J");
        assertThat(terminal.historyLines()).isZero();
        assertThat(terminal.text()).isEqualTo("line 7\nline 8\nline 9\nline 10");
    }

    @Test
    void textBeforeTheCursorIsThePromptWithAllItsRows() {
        feed("done\r\nDo you want to continue? [Y/n] ");
        assertThat(terminal.textBeforeCursor()).isEqualTo("Do you want to continue? [Y/n] ");
        feed("abc" + CSI + "2D");
        assertThat(terminal.textBeforeCursor()).isEqualTo("Do you want to continue? [Y/n] a");
    }

    @Test
    void readersSeeWholeChunksWhileOutputComes() throws Exception {
        String line = "abcdefghij";
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> writer =
                    threads.submit(() -> {
                        for (int i = 0; i < 20_000; i++) {
                            feed(line + "\r\n");
                        }
                    });
            do {
                assertThat(terminal.screen(0)).allMatch(row -> row.isEmpty() || row.equals(line));
                assertThat(terminal.text(50).lines()).allMatch(line::equals);
            } while (!writer.isDone());
            writer.get();
        }
        assertThat(terminal.text().lines()).hasSize(103).containsOnly(line);
    }

    @Test
    void hugeParametersAndUnfinishedStringsDoNoHarm() {
        feed(CSI + "999999999999b" + CSI + "99999999999;99999999999H" + CSI + "99999999@x");
        feed("y" + CSI + "999999999b" + CSI + "99999999S" + CSI + ";".repeat(500) + "m");
        assertThat(terminal.historyLines()).isLessThanOrEqualTo(100);
        feed(CSI + "H" + CSI + "2Jok");
        assertThat(terminal.screen(0).getFirst()).isEqualTo("ok");

        feed("a\u001bPq" + "\n".repeat(9 << 20) + "\rhere again");
        assertThat(terminal.text()).endsWith("here again");
    }

    @Test
    void aWindowWithoutColumnsIsRefused() {
        assertThatThrownBy(() -> new HeadlessTerminal(0, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 columns");
        assertThatThrownBy(() -> terminal.resize(5, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textOfARecordingIsWhatIsLeft() throws IOException {
        assertThat(left("10 %\r100 %\r\na line of 20 letters\r\n"))
                .isEqualTo("100 %\na line of 20 letters");
        assertThat(left("before\r\n" + CSI + "?1049h" + CSI + "Hfull" + CSI + "?1049lafter"))
                .isEqualTo("before\nafter");
        assertThat(left("1\r\n2\r\n3\r\n4\r\n5")).isEqualTo("1\n2\n3\n4\n5");
    }

    private static String left(String recording) throws IOException {
        byte[] bytes = recording.getBytes(StandardCharsets.UTF_8);
        return HeadlessTerminal.textOf(new ByteArrayInputStream(bytes), 10, 3);
    }
}
