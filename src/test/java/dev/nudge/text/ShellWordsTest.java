package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    @Test
    void oneWordIsACommandLineAlreadyAndPlainWordsStayReadable() {
        assertThat(ShellWords.join(List.of("make && echo 'done'")))
                .isEqualTo("make && echo 'done'");
        assertThat(ShellWords.join(List.of("make", "-j8", "CC=gcc-13", "a/b.o")))
                .isEqualTo("make -j8 CC=gcc-13 a/b.o");
    }

    @Test
    void shellSeesTheSameWords() throws IOException {
        List<String> words =
                List.of(
                        "a b", "", "it's", "$HOME", "`x`", "*", "~", "a;b", "\"", "\\", "\n",
                        "é😀");
        String line = "printf '%s\\0' " + ShellWords.join(words);

        Process bash = new ProcessBuilder("bash", "-c", line).start();

        String heard = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(heard).isEqualTo(String.join("\0", words) + "\0");
    }
}
