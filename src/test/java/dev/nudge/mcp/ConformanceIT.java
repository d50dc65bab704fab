package dev.nudge.mcp;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Requesters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
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

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Requesters requesters = new Requesters(user);

    private final Process bridge = requesters.start("bridge.mjs", NudgeUser.command().getFirst());

    /// What the suite has listed, by the options.
    private final Map<String, String> lists = new HashMap<>();

    private String address = "";

    @BeforeAll
    void start() throws IOException {
        user.awaitEnd(user.runJob("--label", "fails", "false"));
        address = bridge.inputReader().readLine();
    }

    /// Returns the scenarios that are left out, each with a check, or `*` for all.
    private static Stream<String> leftOut(String era) {
        return Requesters.lines("conformance.left-out")
                .map(line -> List.of(line.split(" +", 4)))
                .peek(words -> assertThat(words).as("era, scenario, check, reason").hasSize(4))
                .filter(words -> words.getFirst().equals(era))
                .map(words -> words.get(1) + " " + words.get(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void everyScenarioThatAppliesIsPassed(String era) throws IOException {
        List<String> leftOut = leftOut(era).toList();
        Path results = user.folder("results-" + era);
        String folder = results.toString();

        requesters.run(
                SUITE,
                ("server --requirements " + era + " --url " + address + " --output-dir " + folder)
                        .split(" ", -1));

        Set<String> run = new TreeSet<>();
        List<String> failed = new ArrayList<>();
        try (Stream<Path> folders = Files.list(results)) {
            for (Path each : folders.toList()) {
                Matcher name = RESULT.matcher(each.getFileName().toString());
                assertThat(name.matches()).as(each.toString()).isTrue();
                run.add(name.group(1));
                failed(each).forEach(check -> failed.add(name.group(1) + " " + check));
            }
        }
        Set<String> wanted = scenarios("--server");
        wanted.retainAll(scenarios("--requirements " + era));
        assertThat(run).isEqualTo(wanted);
        assertThat(failed)
                .filteredOn(check -> !leftOut.contains(check.split(" ", -1)[0] + " *"))
                .containsExactlyInAnyOrderElementsOf(
                        leftOut.stream().filter(check -> !check.endsWith(" *")).toList());
    }

    @Test
    void everyScenarioThatTheSuiteKnowsIsRunOrLeftOut() {
        Set<String> known = scenarios("--server");
        known.removeAll(scenarios("--requirements 2025-11-25"));
        known.removeAll(scenarios("--requirements 2026-07-28"));

        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(
                        leftOut("never").map(check -> check.replace(" *", "")).toList());
    }

    private Set<String> scenarios(String options) {
        String list =
                lists.computeIfAbsent(
                        options, _ -> requesters.run(SUITE, ("list " + options).split(" ", -1)));
        return SCENARIO.matcher(list)
                .results()
                .map(found -> found.group(1))
                .collect(toCollection(TreeSet::new));
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
