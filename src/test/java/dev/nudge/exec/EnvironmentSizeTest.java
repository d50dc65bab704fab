package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnvironmentSizeTest {
    @Test
    void longestVariableIsNamed() {
        Map<String, String> environment =
                new TreeMap<>(Map.of("PATH", "/bin", "BIG", "é".repeat(70_000)));

        assertThat(EnvironmentSize.excess(environment, "true", OptionalLong.empty()))
                .hasValue(
                        "the variable BIG is 140005 bytes long, the limit is 131072; put its value into a file");
        environment.put("BIG", "x".repeat(131_072 - 5));
        assertThat(EnvironmentSize.excess(environment, "true", OptionalLong.empty())).isEmpty();
    }

    @Test
    void largestOfTooManyIsNamed() {
        Map<String, String> environment = new TreeMap<>(Map.of("BIG", "x".repeat(1000)));
        for (int i = 0; i < 100; i++) {
            environment.put("V" + i, "x".repeat(100));
        }

        assertThat(EnvironmentSize.excess(environment, "true", 20_000)).isEmpty();
        assertThat(EnvironmentSize.excess(environment, "true", 10_000).orElseThrow())
                .contains("101 variables", "the limit is 10000", "is BIG with 1005 bytes");
    }

    @Test
    void commandAndLimitOfTheStackCount() {
        Map<String, String> environment = Map.of("BIG", "x".repeat(100_000));
        String command = "x".repeat(100_000);
        OptionalLong small = OptionalLong.of(512 << 10);

        assertThat(EnvironmentSize.excess(environment, command, OptionalLong.empty())).isEmpty();
        assertThat(EnvironmentSize.excess(environment, "true", small)).isEmpty();
        assertThat(EnvironmentSize.excess(environment, command, small).orElseThrow())
                .contains("its command of 100000 bytes", "the limit is 122880, which grows");
        assertThat(EnvironmentSize.excess(environment, command, OptionalLong.of(1 << 20)))
                .isEmpty();
    }
}
