package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The files of the page fit together, and ask no other host for anything.
class PageFilesTest {
    private static final Path PAGE = Path.of("src/main/resources/dev/nudge/web/page");

    /// Files that the build takes from npm.
    private static final Path VENDOR = PAGE.resolve("vendor");

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^(?:import|export)\\b[^;]*?\\bfrom \"([^\"]+)\"");
    private static final Pattern REFERENCE = Pattern.compile("\\b(?:src|href)=\"([^#\"]+)\"");
    private static final Pattern INLINE =
            Pattern.compile("<script(?![^>]*\\bsrc=)|<style|\\bon[a-z]+=|\\bstyle=");
    private static final Pattern OTHER_HOST =
            Pattern.compile("(?<![\"'`]ws:)//[a-z0-9.-]+\\.[a-z]{2,}");
    private static final String OWN_NAMES = "http://www.w3.org/2000/svg";

    @Test
    void everyModuleThatIsImportedIsThereAndEachIsUsed() {
        List<String> imported = new ArrayList<>(List.of("main.js"));
        for (Path module : files(".js")) {
            for (String name : found(IMPORT, read(module))) {
                isThere(module, name);
                imported.add(Path.of(name).getFileName().toString());
            }
        }

        assertThat(files(".js"))
                .extracting(module -> module.getFileName().toString())
                .contains("main.js")
                .isSubsetOf(imported);
    }

    @Test
    void theDocumentRefersToFilesThatAreThereAndHasNoScriptAndNoStyle() {
        Path document = PAGE.resolve("index.html");

        assertThat(read(document)).doesNotContainPattern(INLINE);
        assertThat(found(REFERENCE, read(document)))
                .contains("js/main.js")
                .allSatisfy(name -> isThere(document, name));
    }

    @Test
    void noFileAsksAnotherHost() {
        assertThat(files(""))
                .isNotEmpty()
                .allSatisfy(file ->
                        assertThat(read(file).replace(OWN_NAMES, ""))
                                .doesNotContainPattern(OTHER_HOST));
    }

    /// Those of the vendor come with the build: they are named in the script that fetches them.
    private static void isThere(Path from, String name) {
        Path file = from.resolveSibling(name).normalize();
        if (file.startsWith(VENDOR)) {
            assertThat(read(Path.of("scripts/web-assets"))).contains("/" + file.getFileName());
        } else {
            assertThat(file).exists();
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(m -> m.group(1)).toList();
    }

    private static List<Path> files(String ending) {
        return Unchecked.get(() -> {
            try (Stream<Path> all = Files.walk(PAGE)) {
                return all.filter(Files::isRegularFile)
                        .filter(file -> file.toString().endsWith(ending))
                        .toList();
            }
        });
    }

    private static String read(Path file) {
        return Unchecked.get(() -> Files.readString(file));
    }
}
