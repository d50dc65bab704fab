package dev.nudge.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What tmux sends for a key name to a program that records bytes, beside what we send.
class TmuxKeysIT {
    private static final String SEPARATOR = "|";
    private static final List<String> PREFIXES =
            List.of("", "S-", "M-", "C-", "M-S-", "C-S-", "C-M-", "C-M-S-");

    private static final List<String> HOME_AND_END = List.of("Home", "End");
    private static final Pattern ONE_BYTE_WITH_MODIFIERS =
            Pattern.compile("(C-M-S-|C-M-|C-S-|M-S-|C-|S-)(Enter|B?Tab|Space|BSpace|Escape)");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyNameThatBothKnowGivesTheSameBytesExceptForTheListedDeviations(
            boolean applicationCursor) throws IOException {
        List<String> names = names().toList();
        List<String> sentByTmux = sentByTmux(names, applicationCursor);
        assertThat(
                        IntStream.range(0, names.size())
                                .filter(i -> !isDeliberate(names.get(i)))
                                .mapToObj(i -> names.get(i) + " " + show(sentByTmux.get(i))))
                .containsExactlyElementsOf(
                        names.stream()
                                .filter(name -> !isDeliberate(name))
                                .map(name -> name + " " + show(ours(name, applicationCursor)))
                                .toList());
    }

    /// The keys whose names tmux knows, but not with these modifiers: it sends nothing, or types
    /// the name. The other two are xterm's, not those of tmux's own terminal type.
    private static boolean isDeliberate(String name) {
        return HOME_AND_END.contains(name) || ONE_BYTE_WITH_MODIFIERS.matcher(name).matches();
    }

    private static Stream<String> names() {
        String named =
                "Up Down Right Left Home End Enter Tab BTab Space BSpace Escape IC Insert DC Delete"
                        + " PPage PageUp PgUp NPage PageDown PgDn"
                        + " F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12";
        String plain = "A Z 0 9 é 한 M-A M-0 M-é M-. ^c ^[ C-@ C-[ C-\\ C-] C-^ C-_ C-/ C-?";
        Stream<String> characters = IntStream.rangeClosed('a', 'z').mapToObj(Character::toString);
        return Stream.of(
                        words(named).flatMap(n -> PREFIXES.stream().map(p -> p + n)),
                        characters.flatMap(c -> Stream.of(c, "C-" + c, "M-" + c, "C-M-" + c)),
                        words(plain))
                .flatMap(s -> s);
    }

    private static Stream<String> words(String words) {
        return Stream.of(words.split(" ", -1));
    }

    private static String ours(String name, boolean applicationCursor) {
        return new String(
                KeyNames.read(name).bytes(applicationCursor), StandardCharsets.ISO_8859_1);
    }

    private static List<String> sentByTmux(List<String> names, boolean applicationCursor)
            throws IOException {
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                TemporaryFolder folder = TemporaryFolder.create()) {
            Path bytes = folder.path().resolve("bytes");
            String mode = applicationCursor ? "\\033[?1h" : "\\033[?1l";
            String record =
                    "stty raw -echo; printf '%sready'; exec cat > %s".formatted(mode, bytes);
            String pane = tmux.newSession("keys", 80, 24, Map.of(), record);
            tmux.awaitScreen(pane, s -> s.contains("ready"), Patience.LONG);
            tmux.sendKeys(
                    pane,
                    names.stream().flatMap(n -> Stream.of(n, SEPARATOR)).toArray(String[]::new));
            String all =
                    await().atMost(Patience.LONG)
                            .until(() -> text(bytes), t -> count(t) == names.size());
            return List.of(all.split("\\" + SEPARATOR, -1)).subList(0, names.size());
        }
    }

    private static String text(Path bytes) throws IOException {
        return Files.readString(bytes, StandardCharsets.ISO_8859_1);
    }

    private static long count(String text) {
        return text.chars().filter(c -> c == SEPARATOR.charAt(0)).count();
    }

    private static String show(String bytes) {
        StringBuilder shown = new StringBuilder();
        bytes.chars()
                .forEach(c -> shown.append(c > ' ' && c < 127 ? (char) c : "<%02x>".formatted(c)));
        return shown.toString();
    }
}
