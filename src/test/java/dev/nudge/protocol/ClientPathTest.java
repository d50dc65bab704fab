package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.Inherited;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientPathTest {
    private static final Inherited UMASK = Inherited.of("0022");
    private static final Hello CLIENT =
            new Hello("1", Hello.CARRIER, 1, "/data/here", UMASK, Map.of("HOME", "/home/me"));

    @ParameterizedTest
    @CsvSource({
        "~, /home/me",
        "~/x, /home/me/x",
        "~no-such-user/x, /data/here/~no-such-user/x",
        "~-x, /data/here/~-x",
        "./~, /data/here/~",
        "x~, /data/here/x~",
        "../x, /data/x",
        "/x, /x",
        "'', /data/here",
        "a/./b//../c/, /data/here/a/c",
        "../../../x, /x",
        "/, /",
        "..//, /data",
    })
    void tildeIsAHomeDirectoryAndNamesOfDirectoriesAreResolved(String given, String path) {
        assertThat(ClientPath.of(CLIENT, given)).isEqualTo(Path.of(path));
        assertThat(ClientPath.text(CLIENT, given)).isEqualTo(path);
    }

    @Test
    void homeOfAnotherUserIsThatOfTheUserDatabase() throws IOException {
        String[] user = Files.readAllLines(Path.of("/etc/passwd")).getFirst().split(":", -1);

        assertThat(ClientPath.of(CLIENT, "~" + user[0])).isEqualTo(Path.of(user[5]));
        assertThat(ClientPath.of(CLIENT, "~" + user[0] + "/a b"))
                .isEqualTo(Path.of(user[5], "a b"));
    }

    @Test
    void bytesOfAPathAreKept() {
        assertThat(ClientPath.text(CLIENT, "~/caf\udce9/../\udcff")).isEqualTo("/home/me/\udcff");
        assertThat(Bytes.text(ClientPath.of(CLIENT, "caf\udce9")))
                .isEqualTo("/data/here/caf\udce9");
    }
}
