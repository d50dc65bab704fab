package dev.nudge.console.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.jobs.JobControl;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommandTest {
    @TempDir private Path folder;

    @Test
    void offersEachEngine() throws IOException {
        StateDirectory state = StateDirectory.create(folder.resolve("nudge"));
        Engines engines =
                JobControl.create(
                                new Endpoint(state.root(), folder.resolve("run")),
                                state,
                                Settings.of(Map.of()),
                                List.of("nudge"),
                                Set::of)
                        .engines();
        EngineChoice unknown =
                new EngineChoice("none", List.of(), Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> engines.of(unknown))
                .hasMessageEndingWith(
                        "there are: " + GroupCommand.ENGINE.type().values().replace(" ", ", "));
    }
}
