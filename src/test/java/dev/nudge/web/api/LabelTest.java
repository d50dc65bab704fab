package dev.nudge.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Run;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.RecordingCaller;
import dev.nudge.console.Services;
import dev.nudge.console.command.Commands;
import dev.nudge.job.RunRequest;
import dev.nudge.testkit.NoPage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A label that one way to start a job takes, all take, and one that is refused is refused by all.
class LabelTest {
    private static RunRequest read(String label, List<Option<?>> options) {
        return Run.ofJson(Given.json(Map.of("command", "make", "label", label), options), _ -> 1);
    }

    private static RunRequest ofTool(String label) {
        return read(label, Run.TOOL.options());
    }

    private static RunRequest ofPage(String label) {
        return read(label, Run.FORM);
    }

    @SuppressWarnings("NullAway") // no part of the daemon is used
    private static String complaint(String label) {
        RecordingCaller caller = new RecordingCaller();
        Services none = new Services(null, null, null, List.of());
        // A later mistake ends the command before the daemon is asked for anything.
        int code =
                new Commands(none, new NoPage())
                        .run(List.of("run", "--label", label, "--size", "80x24", "true"), caller);
        assertThat(code).isEqualTo(ExitCodes.USAGE);
        return caller.errors();
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "a b", "3a", "build-3-7", "größe"})
    void nameIsTakenByAll(String label) {
        assertThat(ofTool(label).label()).contains(label);
        assertThat(ofPage(label).label()).contains(label);
        assertThat(complaint(label)).contains("--size needs a job with a terminal");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", " build", "build ", "17", "3-7", "@last", "-x", "a\nb", "a\u0007"})
    void whatIsNoNameIsRefusedByAll(String label) {
        assertThatThrownBy(() -> ofTool(label)).hasMessageStartingWith("label ");
        assertThatThrownBy(() -> ofPage(label)).hasMessageStartingWith("label ");
        assertThat(complaint(label)).startsWith("nudge: --label ");
    }

    /// Models and forms send a text for each argument, also for those that are not meant.
    @Test
    void emptyLabelIsNoneWhereEveryArgumentIsSent() {
        assertThat(ofTool("").label()).isEmpty();
        assertThat(ofPage("").label()).isEmpty();
        assertThat(complaint("")).startsWith("nudge: --label ");
    }
}
