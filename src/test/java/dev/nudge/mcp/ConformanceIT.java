package dev.nudge.mcp;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Requesters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The official conformance suite asks `nudge mcp`, in both eras. It knows servers by HTTP only, so
/// `bridge.mjs` is between them. What does not apply is in `conformance.left-out`, a line for each
/// check or for a whole scenario, with its reason.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceIT {
    private static final Path SUITE = Path.of("@modelcontextprotocol/conformance/dist/index.js");
    private static final Pattern SCENARIO = Pattern.compile("(?m)^ +- (\\S+)");
    private static final Pattern RESULT = Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT.*");

    private final NudgeUser user = NudgeUser.create();
    private Requesters requesters;
    private Process bridge;
    private String address;

    @BeforeAll
    void start() throws IOException {
        requesters = new Requesters(user);
        user.run("run", "--label", "fails", "false");
        user.awaitEnd(1);
        bridge = requesters.start("bridge.mjs", NudgeUser.command().getFirst());
        address = bridge.inputReader().readLine();
    }

    @AfterAll
    void close() {
        bridge.destroy();
        user.close();
    }

    /// A check that failed, or that is left out.
    private record Check(String era, String scenario, String id) {
        @Override
        public String toString() {
            return era + " " + scenario + " " + id;
        }
    }

    private static Stream<Check> leftOut() {
        return Requesters.lines("conformance.left-out")
                .map(line -> line.split(" +", 4))
                .map(words -> {
                    assertThat(words).as("era, scenario, check and reason").hasSize(4);
                    return new Check(words[0], words[1], words[2]);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void everyScenarioThatAppliesIsPassed(String era) throws IOException {
        List<Check> failed = run(era).filter(ConformanceIT::isWhole).toList();

        assertThat(failed.stream().map(Check::toString).sorted().toList())
                .isEqualTo(
                        leftOut()
                                .filter(check -> check.era().equals(era) && !check.id().equals("*"))
                                .map(Check::toString)
                                .sorted()
                                .toList());
    }

    private static boolean isWhole(Check check) {
        return leftOut().noneMatch(new Check(check.era(), check.scenario(), "*")::equals);
    }

    @Test
    void everyScenarioThatTheSuiteKnowsIsRunOrLeftOut() {
        Set<String> known = scenarios("--server");
        Set<String> run = scenarios("--requirements", "2025-11-25");
        run.addAll(scenarios("--requirements", "2026-07-28"));

        known.removeAll(run);

        assertThat(known)
                .isEqualTo(
                        leftOut()
                                .filter(check -> check.era().equals("never"))
                                .map(Check::scenario)
                                .collect(toCollection(TreeSet::new)));
    }

    private Set<String> scenarios(String... options) {
        List<String> words = new ArrayList<>(List.of("list"));
        words.addAll(List.of(options));
        String all = requesters.run(SUITE, words.toArray(String[]::new));
        return SCENARIO.matcher(all)
                .results()
                .map(found -> found.group(1))
                .collect(toCollection(TreeSet::new));
    }

    /// Runs the suite and returns the checks that have failed.
    private Stream<Check> run(String era) throws IOException {
        Path results = user.folder("results-" + era);
        requesters.run(
                SUITE,
                "server",
                "--url",
                address,
                "--requirements",
                era,
                "--output-dir",
                results.toString());
        try (Stream<Path> folders = Files.list(results)) {
            return folders.toList().stream().flatMap(folder -> failed(era, folder));
        }
    }

    private static Stream<Check> failed(String era, Path folder) {
        Matcher name = RESULT.matcher(folder.getFileName().toString());
        assertThat(name.matches()).as(folder.toString()).isTrue();
        JsonNode checks = JsonMapper.shared().readTree(folder.resolve("checks.json"));
        return checks.valueStream()
                .filter(check ->
                        Set.of("FAILURE", "WARNING").contains(check.path("status").stringValue()))
                .map(check -> new Check(era, name.group(1), check.path("id").stringValue()))
                .distinct();
    }
}
