package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnvironmentSizeTest {
    @Test
    void longestVariableIsNamed() {
        Map<String, String> environment =
                new TreeMap<>(Map.of("PATH", "/bin", "BIG", "é".repeat(70_000)));

        assertThat(EnvironmentSize.excess(environment))
                .hasValue(
                        "the variable BIG is 140005 bytes long, the limit is 131072; put its value into a file");
        environment.put("BIG", "x".repeat(131_072 - 5));
        assertThat(EnvironmentSize.excess(environment)).isEmpty();
    }

    @Test
    void largestOfTooManyIsNamed() {
        Map<String, String> environment = new TreeMap<>(Map.of("BIG", "x".repeat(1000)));
        for (int i = 0; i < 100; i++) {
            environment.put("V" + i, "x".repeat(100));
        }

        assertThat(EnvironmentSize.excess(environment, 20_000)).isEmpty();
        assertThat(EnvironmentSize.excess(environment, 10_000).orElseThrow())
                .contains("101 variables", "the limit is 10000", "is BIG with 1005 bytes");
    }
}
