package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void everyModuleThatIsImportedIsThere() {
        assertThat(files(".js"))
                .isNotEmpty()
                .allSatisfy(module ->
                        assertThat(found(IMPORT, read(module)))
                                .allSatisfy(name -> isThere(module, name)));
    }

    @Test
    void everyModuleIsUsed() {
        List<String> imported =
                files(".js").stream()
                        .flatMap(module -> found(IMPORT, read(module)).stream())
                        .map(name -> Path.of(name).getFileName().toString())
                        .toList();

        assertThat(files(".js"))
                .map(module -> module.getFileName().toString())
                .filteredOn(name -> !name.equals("main.js"))
                .isSubsetOf(imported);
    }

    @Test
    void theDocumentRefersToFilesThatAreThere() {
        Path document = PAGE.resolve("index.html");

        assertThat(found(REFERENCE, read(document)))
                .contains("js/main.js")
                .allSatisfy(name -> isThere(document, name));
    }

    @Test
    void noScriptAndNoStyleIsInTheDocument() {
        assertThat(read(PAGE.resolve("index.html"))).doesNotContainPattern(INLINE);
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
        try (Stream<Path> all = Files.walk(PAGE)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .toList();
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
