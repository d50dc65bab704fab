package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.settings.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the README says is what the program has.
class ReadmeTest {
    private static final Pattern VARIABLE = Pattern.compile("\\bNUDGE_[A-Z_]+\\b");
    private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"([a-z-]+)\"");
    private static final Pattern OPTION =
            Pattern.compile("names = \\{?(?:\"-\\w\", )?\"(--[a-z-]+)\"");
    private static final Pattern ARGUMENT =
            Pattern.compile("\\b(?:text|seconds|wholeNumber)\\(\\s*given, \"([a-z_]+)\"\\)");

    private final String readme = read(Path.of("README.md"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scripts/demo",
                "scripts/test",
                "scripts/start",
                "scripts/install",
                "scripts/uninstall",
                "scripts/bench"
            })
    void namesScriptsThatCanBeRun(String script) {
        assertThat(readme).contains(script);
        assertThat(Path.of(script)).isExecutable();
    }

    @Test
    void listsEveryCommandAndEveryOption() {
        String sources = sources("src/main/java/dev/nudge/cli");

        assertThat(found(COMMAND, sources))
                .filteredOn(name -> !name.equals("nudge") && !name.equals("stop"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(readme).contains("| `nudge " + name));
        assertThat(found(OPTION, sources))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(readme).contains("`" + option + "`"));
    }

    @Test
    void listsEveryArgumentOfTheTool() {
        assertThat(found(ARGUMENT, sources("src/main/java/dev/nudge/mcp")))
                .contains("command")
                .allSatisfy(name -> assertThat(readme).contains("`" + name + "`"));
    }

    @Test
    void listsTheVariablesThatTheProgramReadsAndNoOthers() {
        Set<String> used = new TreeSet<>(variables(sources("src/main/java")));
        used.addAll(variables(sources("src/main/extension")));
        Arrays.stream(Setting.values()).map(Setting::variable).forEach(used::add);

        assertThat(new TreeSet<>(variables(readme))).isEqualTo(used);
    }

    @Test
    void tableOfSettingsIsTheListInTheProgram() {
        String rows =
                Arrays.stream(Setting.values())
                        .map(ReadmeTest::row)
                        .collect(Collectors.joining("\n"));

        assertThat(readme).contains("|---|---|---|---|---|\n" + rows + "\n\n");
    }

    private static String row(Setting setting) {
        return "| `%s` | `%s` | %s | %s | %s |"
                .formatted(
                        setting.key(),
                        setting.variable(),
                        setting.reader(),
                        setting.byDefault().isEmpty() ? "" : "`" + setting.byDefault() + "`",
                        setting.meaning());
    }

    @Test
    void namesEveryPackage() throws IOException {
        try (Stream<Path> packages = Files.list(Path.of("src/main/java/dev/nudge"))) {
            assertThat(packages.map(p -> p.getFileName().toString()).toList())
                    .allSatisfy(name -> assertThat(readme).contains("`" + name + "`"));
        }
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
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
