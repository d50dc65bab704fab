package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people and models read is plain English: some phrases that are not have come back again and
/// again, and are refused here.
class EnglishTest {
    private static final Pattern FOREIGN =
            Pattern.compile(
                    String.join(
                            "|",
                            "(?<!there )\\b(?:is|are|was) no (?!longer|more|fewer)",
                            "(?<!there )\\b(?:is|are) none\\b",
                            "\\b(?:is|are|was|were|be|been) told\\b",
                            "\\bwho(?:m)?ever\\b",
                            "\\bmend(?:s|ed|ing)?\\b",
                            "\\bheirs?\\b",
                            "\\b(?:has|have|had) gone\\b",
                            "\\bgo(?:es)? on\\b",
                            "\\bstands? (?:in|there)\\b",
                            "\\bfor so long\\b"),
                    Pattern.CASE_INSENSITIVE);

    /// A character, a text block or a string.
    private static final Pattern LITERAL =
            Pattern.compile(
                    "'(?:[^'\\\\\\n]|\\\\.)'|\"\"\"[\\s\\S]*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");

    @ParameterizedTest
    @CsvSource({
        "/dev/null is no directory, true",
        "the agent is told, true",
        "Mend or remove it., true",
        "the agent has gone, true",
        "It goes on in line 7, true",
        "Whoever asked, true",
        "there is no job 7, false",
        "it is no longer there, false",
        "the agent is not told so, false",
        "Job 7 is still running, false",
        "recommended, false"
    })
    void foreignPhraseIsFoundAndPlainEnglishPasses(String phrase, boolean isFound) {
        assertThat(FOREIGN.matcher(phrase).find()).isEqualTo(isFound);
    }

    @Test
    void documentsAndScriptsAreInPlainEnglish() {
        Stream<String> findings =
                Stream.of(
                                "README.md",
                                "CONTRIBUTING.md",
                                "docs",
                                "src/main/extension",
                                "src/main/resources",
                                "scripts")
                        .flatMap(root -> files(Path.of(root)))
                        .flatMap(file -> foreign(file, read(file).lines()));

        assertThat(findings).isEmpty();
    }

    @Test
    void messagesHelpTextsAndToolDescriptionsAreInPlainEnglish() {
        Stream<String> findings =
                files(Path.of("src/main/java")).flatMap(file -> foreign(file, literals(file)));

        assertThat(findings).isEmpty();
    }

    /// Literals that are joined are one text: a phrase may be broken between them.
    private static Stream<String> literals(Path source) {
        String code = COMMENT.matcher(read(source)).replaceAll("");
        String joined = code.replaceAll("\"\\s*\\+\\s*\"", "");
        return LITERAL.matcher(joined).results().map(literal -> literal.group());
    }

    private static Stream<String> foreign(Path file, Stream<String> texts) {
        return texts.filter(text -> FOREIGN.matcher(text).find())
                .map(text -> file + ": " + text.strip());
    }

    private static Stream<Path> files(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            List<Path> files =
                    all.filter(Files::isRegularFile).filter(EnglishTest::isText).toList();
            return files.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isText(Path file) {
        return !file.toString().endsWith(".png");
    }

    private static String read(Path file) {
        return Unchecked.get(() -> Files.readString(file));
    }
}
