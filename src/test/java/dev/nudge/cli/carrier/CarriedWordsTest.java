package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CarriedWordsTest {
    private static CarriedWords words(String line) {
        return new CarriedWords(line.isEmpty() ? List.of() : List.of(line.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "run -- ls --help", "ps --all --help", "hand-over BeforeAgent"})
    void daemonRunsIt(String line) {
        assertThat(words(line).isCarried()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ps --help", "run -h", "help ps", "daemon stop", "doctor", "sp"})
    void runsHere(String line) {
        assertThat(words(line).isCarried()).isFalse();
    }

    @Test
    void launcherCarriesTheSame() throws IOException {
        String launcher = Files.readString(Path.of("src/main/extension/bin/nudge"));
        String line =
                launcher.lines()
                        .map(String::strip)
                        .filter(l -> l.startsWith("attach | background"))
                        .findFirst()
                        .orElseThrow();
        List<String> there = Arrays.asList(line.replace(")", "").split(" \\| "));

        assertThat(there).hasSize(24).allMatch(word -> words(word).isCarried());
    }

    @ParameterizedTest
    @CsvSource({
        "run --wait -- make, true",
        "run --label x --wait make, true",
        "run -- make --wait, false",
        "run make, false",
        "ps --wait, false"
    })
    void staysWithAJobThatItStarts(String line, boolean expected) {
        assertThat(words(line).isRunWait()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "wait --timeout 2 1, 2",
        "wait --timeout=10m 1, 10m",
        "wait 1, ''",
        "wait 1 --timeout, ''",
        "logs --timeout 3, ''"
    })
    void limitOfAWaitIsKnown(String line, String expected) {
        assertThat(words(line).waitLimit().orElse("")).isEqualTo(expected);
    }
}
