package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointTest {
    @Test
    void followsTheXdgRules(@TempDir Path runtime) {
        Endpoint endpoint =
                Endpoint.of(
                        Map.of(
                                "HOME", "/home/me",
                                "XDG_STATE_HOME", "/state",
                                "XDG_RUNTIME_DIR", runtime.toString()));

        assertThat(endpoint.state()).isEqualTo(Path.of("/state/nudge"));
        assertThat(endpoint.socket()).isEqualTo(runtime.resolve("nudge/daemon.sock"));
    }

    @Test
    void fallsBackToTheHomeDirectoryAndToAShortPathThatEveryClientReads() {
        Endpoint endpoint = Endpoint.of(Map.of("HOME", "/home/me", "XDG_STATE_HOME", "relative"));
        assertThat(endpoint.state()).isEqualTo(Path.of("/home/me/.local/state/nudge"));
        assertThat(endpoint.runtime()).isEqualTo(Path.of("/home/me/.local/state/nudge/run"));

        Endpoint deep = Endpoint.of(Map.of("HOME", "/" + "h".repeat(120)));
        assertThat(deep.socket().toString().length()).isLessThan(104);
        Endpoint hidden = Endpoint.of(Map.of("HOME", "/home/\u200bme"));
        assertThat(hidden.state()).isEqualTo(Path.of("/home/\u200bme/.local/state/nudge"));
        assertThat(hidden.socket().toString()).matches("[ -~]+");
    }

    @Test
    void saysWhatToSetIfThereIsNoPlace() {
        assertThatThrownBy(() -> Endpoint.of(Map.of()))
                .hasMessageContaining("Set one of them to an absolute path");
    }
}
