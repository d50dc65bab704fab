package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hosts in an environment in which each program says a line before it begins: the loader does if
/// `LD_PRELOAD` names no library, and bash as `/bin/sh` if a locale is not installed.
class ChattyHostIT extends HostCase {
    private static final Map<String, String> CHATTY = Map.of("LD_PRELOAD", "/nowhere/none.so");

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 137})
    void exitIsThatOfTheCommand(int code) throws IOException {
        assertThat(start("exit " + code, folder, CHATTY)).isInstanceOf(StartOutcome.Started.class);
        assertThat(exit()).isEqualTo("{\"code\":%d}".formatted(code));
    }

    @Test
    void signalIsThatOfTheCommand() throws IOException {
        assertThat(start("kill -9 $$", folder, CHATTY)).isInstanceOf(StartOutcome.Started.class);
        assertThat(exit()).isEqualTo("{\"signal\":9}");
    }

    @Test
    void reasonForNoStartIsThatOfTheHost() throws IOException {
        String reason = "the directory cannot be entered";

        assertThat(start("true", folder.resolve("nowhere"), CHATTY))
                .isEqualTo(new StartOutcome.Failed(reason));
        assertThat(exit()).contains(reason);
    }
}
