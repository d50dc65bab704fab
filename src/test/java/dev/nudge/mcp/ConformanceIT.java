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

    /// Returns the checks that are left out, or whole scenarios: era, scenario, check and reason.
    private static Stream<List<String>> leftOut(String era) {
        return Requesters.lines("conformance.left-out")
                .map(line -> List.of(line.split(" +", 4)))
                .peek(words -> assertThat(words).as("era, scenario, check, reason").hasSize(4))
                .filter(words -> words.getFirst().equals(era));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void everyScenarioThatAppliesIsPassed(String era) throws IOException {
        List<String> scenarios =
                leftOut(era).filter(w -> w.get(2).equals("*")).map(w -> w.get(1)).toList();
        List<String> checks =
                leftOut(era)
                        .filter(w -> !w.get(2).equals("*"))
                        .map(w -> w.get(1) + " " + w.get(2))
                        .toList();

        assertThat(failed(era, scenarios)).containsExactlyInAnyOrderElementsOf(checks);
    }

    @Test
    void everyScenarioThatTheSuiteKnowsIsRunOrLeftOut() {
        Set<String> known = scenarios("--server");
        known.removeAll(scenarios("--requirements", "2025-11-25"));
        known.removeAll(scenarios("--requirements", "2026-07-28"));

        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(
                        leftOut("never").map(words -> words.get(1)).toList());
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

    /// Runs the suite and returns the checks that have failed: scenario and check.
    private List<String> failed(String era, List<String> leftOut) throws IOException {
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
        List<String> failed = new ArrayList<>();
        try (Stream<Path> folders = Files.list(results)) {
            for (Path folder : folders.toList()) {
                Matcher name = RESULT.matcher(folder.getFileName().toString());
                assertThat(name.matches()).as(folder.toString()).isTrue();
                if (!leftOut.contains(name.group(1))) {
                    failed(folder).forEach(check -> failed.add(name.group(1) + " " + check));
                }
            }
        }
        return failed;
    }

    private static Stream<String> failed(Path folder) {
        return JsonMapper.shared()
                .readTree(folder.resolve("checks.json"))
                .valueStream()
                .filter(check ->
                        Set.of("FAILURE", "WARNING").contains(check.path("status").stringValue()))
                .map(check -> check.path("id").stringValue())
                .distinct();
    }
}
