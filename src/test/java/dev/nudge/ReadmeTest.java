package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.Condition;
import dev.nudge.process.ProcessTable;
import dev.nudge.settings.Setting;
import dev.nudge.testkit.ListedTools;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What README.md, CONTRIBUTING.md and the files in docs/ say is what the program has.
class ReadmeTest {
    private static final Pattern VARIABLE = Pattern.compile("(?<!\\[)\\bNUDGE_[A-Z_]+\\b");
    private static final Pattern WAY = Pattern.compile("`([a-z]+)`");
    private static final Pattern SECTION = Pattern.compile("(?=\n## )");
    private static final Pattern SCRIPT = Pattern.compile("\\bscripts/([a-z-]+(?:\\.[a-z]+)?)");
    private static final Pattern BENCH = Pattern.compile("(?m)^    ([a-z]+)\\) main=");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)\\s]+)\\)");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+[A-Za-z]*)`");
    private static final Pattern SOURCE = Pattern.compile("`((?:src|docs)/[^`\\s]+)`");
    private static final Pattern RULE = Pattern.compile("(?m)^\\* \\*\\*R(\\d+)\\*\\* ");
    private static final Pattern CITATION =
            Pattern.compile("\\b[Rr]ules? (R\\d+(?:(?:,| and| to) R\\d+)*)");
    private static final Pattern RANGE = Pattern.compile("(R\\d+(?: to R\\d+)?)");
    private static final Pattern NUMBER = Pattern.compile("R(\\d+)");
    private static final Pattern OTHER_CITATION =
            Pattern.compile("(\\b[Rr]ules? (?:R\\d+(?:,| and| to) )*[A-QS-Z]\\d+[a-z]?\\b)");
    private static final Pattern NUMBER_IN_NAME =
            Pattern.compile(
                    "(@DisplayName\\(\\s*\"(?:[A-H]|[Cc]ases? )\\d+|void [a-h]\\d+[A-Z]\\w*)");
    private static final Pattern LINE_BREAK_IN_COMMENT =
            Pattern.compile("\\n[ \\t]*(?:///?|#)[ \\t]+");

    private final String agents = read(Path.of("docs/agents.md"));
    private final String readme = read(Path.of("README.md"));
    private final String commands = read(Path.of("docs/commands.md"));
    private final String tools = read(Path.of("docs/tools.md"));
    private final String settings = read(Path.of("docs/settings.md"));
    private final String architecture = read(Path.of("docs/architecture.md"));
    private final String measurements = read(Path.of("docs/measurements.md"));
    private final String rules = read(Path.of("docs/rules.md"));

    @Test
    void readmeIsShortAndNamesTheScriptsForPeople() {
        assertThat(readme.lines()).hasSizeLessThanOrEqualTo(150);
        assertThat(found(SCRIPT, readme)).contains("demo", "test", "start", "install", "uninstall");
    }

    /// Its first table says what wakes each agent.
    @Test
    void waysOfEachAgentAreNamedInTheirOrder() {
        for (String name : AgentKinds.builtIn()) {
            AgentKind kind = AgentKinds.builtIn(name);
            String row =
                    agents.lines()
                            .filter(line -> line.startsWith("| " + kind.title() + " |"))
                            .findFirst()
                            .orElseThrow();
            assertThat(found(WAY, row.split("\\|", -1)[2]))
                    .as(kind.title())
                    .containsExactlyElementsOf(
                            kind.ways().stream().filter(Way::wakes).map(Way::word).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksSourcesAndScriptsAreThere(Path document) {
        String text = read(document);
        assertThat(found(LINK, text))
                .allSatisfy(link -> assertThat(isThere(document, link)).as(link).isTrue());
        assertThat(found(SOURCE, text)).allSatisfy(source -> assertThat(Path.of(source)).exists());
        assertThat(found(SCRIPT, text))
                .allSatisfy(name -> assertThat(Path.of("scripts", name)).isExecutable());
    }

    private static boolean isThere(Path document, String link) {
        int mark = link.indexOf('#');
        String file = mark < 0 ? link : link.substring(0, mark);
        Path target = file.isEmpty() ? document : document.resolveSibling(file);
        return Files.exists(target)
                && (mark < 0 || headings(target).contains(link.substring(mark + 1)));
    }

    /// Returns the names of the headings for links, as GitHub makes them.
    private static List<String> headings(Path document) {
        return read(document)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    @Test
    void listsEveryBenchmark() {
        assertThat(Path.of("scripts/bench")).isExecutable();
        assertThat(found(BENCH, read(Path.of("scripts/bench"))))
                .contains("wake")
                .allSatisfy(name -> assertThat(measurements).contains("`scripts/bench " + name));
    }

    /// Returns the sections whose names begin so.
    private static String section(String document, String name) {
        return SECTION.splitAsStream(document)
                .filter(part -> part.startsWith("\n## `" + name))
                .collect(Collectors.joining());
    }

    @Test
    void explainsEveryWordForAJob() {
        assertThat(Condition.values())
                .allSatisfy(
                        condition -> assertThat(commands).contains("`" + condition.words() + "`"));
    }

    @Test
    void listsEveryToolAndEveryArgument() {
        String introduction = SECTION.split(tools, 2)[0];

        assertThat(ListedTools.all())
                .isNotEmpty()
                .allSatisfy(tool -> {
                    String name = tool.path("name").stringValue();
                    String section = section(tools, name + "`");
                    assertThat(section).as(name).isNotEmpty();
                    assertThat(tool.at("/inputSchema/properties").propertyNames())
                            .isNotEmpty()
                            .allSatisfy(argument ->
                                    assertThat(introduction + section)
                                            .as(name)
                                            .contains("`" + argument + "`"));
                });
    }

    @Test
    void toolsSayHowLongAMessageIs() {
        assertThat(tools)
                .contains(
                        "at most %d characters, %d of them output"
                                .formatted(NudgeMessage.MAX_LENGTH, NudgeMessage.MAX_OUTPUT));
    }

    @Test
    void listsTheVariablesThatTheProgramReadsAndNoOthers() {
        Set<String> used = new TreeSet<>(variables(sources("src/main/java")));
        used.addAll(variables(sources("src/main/extension")));
        used.addAll(variables(sources("src/main/c")));
        Arrays.stream(Setting.values()).map(Setting::variable).forEach(used::add);

        assertThat(new TreeSet<>(variables(settings))).isEqualTo(used);
        assertThat(documents().flatMap(document -> variables(read(document)).stream()))
                .isSubsetOf(used);
    }

    @Test
    void tableOfSettingsIsTheListInTheProgram() {
        assertThat(settings.lines().filter(line -> line.startsWith("| `")))
                .zipSatisfy(
                        List.of(Setting.values()),
                        (row, setting) ->
                                assertThat(row)
                                        .startsWith(row(setting))
                                        .hasSizeGreaterThan(row(setting).length() + 9));
    }

    private static String row(Setting setting) {
        return "| `%s` | `%s` | %s | %s | "
                .formatted(
                        setting.key(),
                        setting.variable(),
                        setting.reader() == Setting.Reader.ATTACH
                                ? "`nudge attach`, `nudge web`"
                                : setting.reader().name().toLowerCase(Locale.ROOT),
                        setting.byDefault().isEmpty() ? "" : "`" + setting.byDefault() + "`");
    }

    @Test
    void tableOfAgentsHasTheVersionsThatTheyWereTriedIn() {
        assertThat(new AgentKinds(new ProcessTable(), Path.of("nowhere")).all())
                .isNotEmpty()
                .allSatisfy(kind ->
                        assertThat(agents)
                                .contains(
                                        "\n| %s | %s | "
                                                .formatted(
                                                        kind.title(),
                                                        String.join(", ", kind.versions()))));
    }

    @Test
    void namesEveryPackage() throws IOException {
        Path root = Path.of("src/main/java/dev/nudge");
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(file -> file.endsWith("package-info.java")))
                    .isNotEmpty()
                    .map(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
                    .allSatisfy(name -> assertThat(architecture).contains("`" + name + "`"));
        }
    }

    @Test
    void namesClassesThatExist() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src"))) {
            List<String> files = sources.map(file -> file.getFileName().toString()).toList();

            assertThat(found(CLASS, architecture))
                    .contains("Jobs")
                    .allSatisfy(name -> assertThat(files).contains(name + ".java"));
        }
    }

    @Test
    void listsTheRulesThatCommentsCiteAndNoOthers() {
        String text =
                Stream.of("src/main", "src/test/java", "src/trial", "scripts")
                        .map(ReadmeTest::sources)
                        .map(all -> LINE_BREAK_IN_COMMENT.matcher(all).replaceAll(" "))
                        .collect(Collectors.joining("\n"));
        Set<Integer> cited =
                found(CITATION, text).stream()
                        .flatMap(citation -> found(RANGE, citation).stream())
                        .flatMap(ReadmeTest::rules)
                        .collect(Collectors.toCollection(TreeSet::new));
        List<Integer> listed = found(RULE, rules).stream().map(Integer::valueOf).toList();

        assertThat(found(OTHER_CITATION, text)).isEmpty();
        assertThat(found(NUMBER_IN_NAME, text)).isEmpty();
        assertThat(listed).isNotEmpty().containsExactlyElementsOf(cited);
    }

    /// Returns the numbers of the rules in a range: one, or all from the first to the last.
    private static Stream<Integer> rules(String range) {
        List<Integer> ends = found(NUMBER, range).stream().map(Integer::valueOf).toList();
        return IntStream.rangeClosed(ends.getFirst(), ends.getLast()).boxed();
    }

    private static Stream<Path> documents() {
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            Stream<Path> roots = Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md"));
            return Stream.concat(roots, docs.filter(ReadmeTest::isText).sorted().toList().stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isText(Path file) {
        return file.toString().endsWith(".md");
    }

    private static List<String> variables(String text) {
        return VARIABLE.matcher(text).results().map(m -> m.group()).toList();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(m -> m.group(1)).toList();
    }

    private static String sources(String folder) {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(Files::isRegularFile)
                    .map(ReadmeTest::read)
                    .reduce("", (a, b) -> a + "\n" + b);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        return Unchecked.get(() -> Files.readString(file));
    }
}
