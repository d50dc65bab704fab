package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A limit that ends a test only if something hangs is the same for all,
/// [dev.nudge.testkit.Patience#LONG]: one of a few seconds fails on a busy machine, where nothing
/// is wrong.
class PatienceTest {
    private static final Pattern OWN_LIMIT =
            Pattern.compile(
                    "atMost\\(\\s*(java\\.time\\.)?Duration\\.of"
                            + "|Thread\\.sleep\\("
                            + "|\\.(waitFor|orTimeout|poll|get|await|tryAcquire)\\(\\s*(\\d+,|Duration\\.of)");

    /// Programs that are no tests: what they measure has limits of its own.
    private static final List<String> PROGRAMS = List.of("bench", "demo", "harm", "soak", "trial");

    /// Short waits for what may come or not, after which a test continues.
    private static final List<String> STEPS =
            List.of(
                    "CarrierIT.java: .waitFor(Duration.of",
                    "EarlyKeysIT.java: .waitFor(Duration.of",
                    "PasteTrial.java: atMost(Duration.of",
                    "PollingTest.java: .await(Duration.of",
                    "SlurmCluster.java: .waitFor(5,");

    @Test
    void testsHaveNoShortLimitsOfTheirOwn() throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> all = Files.walk(Path.of("src/test/java"))) {
            for (Path file : all.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                if (!isProgram(file) && !file.endsWith("PatienceTest.java")) {
                    OWN_LIMIT
                            .matcher(Files.readString(file))
                            .results()
                            .map(match -> match.group().replaceAll("\\s", ""))
                            .forEach(limit -> found.add(file.getFileName() + ": " + limit));
                }
            }
        }
        assertThat(found).containsExactlyElementsOf(STEPS);
    }

    private static boolean isProgram(Path file) {
        return PROGRAMS.stream().anyMatch(name -> file.toString().contains("/" + name + "/"));
    }

    @Test
    void awaitilityWaitsAsLongWhereNoLimitIsGiven() {
        assertThatThrownBy(() -> await().pollDelay(Duration.ofDays(1)).until(() -> true))
                .hasMessageContaining(Patience.LONG.toMinutes() + " minutes");
    }
}
