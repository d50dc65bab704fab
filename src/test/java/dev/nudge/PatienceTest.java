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

    /// Short waits for what may come or not, after which a test continues.
    private static final List<String> STEPS =
            List.of(
                    "CarrierIT.java: .waitFor(Duration.of",
                    "EarlyKeysIT.java: .waitFor(Duration.of",
                    "MonitorIT.java: .get(1,",
                    "PollingTest.java: .await(Duration.of",
                    "SlurmCluster.java: .waitFor(5,");

    @Test
    void testsHaveNoShortLimitsOfTheirOwn() throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> all = Files.walk(Path.of("src/test/java"))) {
            for (Path file : all.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                if (!file.endsWith("PatienceTest.java")) {
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

    @Test
    void awaitilityWaitsAsLongWhereNoLimitIsGiven() {
        assertThatThrownBy(() -> await().pollDelay(Duration.ofDays(1)).until(() -> true))
                .hasMessageContaining(Patience.LONG.toMinutes() + " minutes");
    }
}
