package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.Bounds;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.Queueing;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Telling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunRequestTest {
    /// Reads arguments that name no job but 17.
    static RunRequest runRequest(Map<String, Object> arguments) {
        return Run.ofJson(Given.json(arguments, Run.TOOL.options()), which -> 17);
    }

    private static void refused(String message, String name, Object value) {
        Map<String, Object> arguments = new HashMap<>(Map.of("command", "a"));
        arguments.put(name, value);
        assertThatThrownBy(() -> runRequest(arguments)).hasMessageStartingWith(message);
    }

    @Test
    void ignoresArgumentsThatItDoesNotKnow() {
        Map<String, Object> arguments =
                Map.of("command", "make", "description", "x", "is_background", true, "dir_path", 3);

        assertThat(runRequest(arguments))
                .isEqualTo(
                        new RunRequest(
                                "make",
                                Optional.empty(),
                                new RunRequest.Report(Telling.INJECT, Optional.empty()),
                                JobLimits.NONE,
                                new RunRequest.Surroundings(
                                        Optional.empty(), Optional.empty(), Map.of()),
                                Queueing.NONE,
                                Optional.empty()));
    }

    @Test
    void takesNullAndBlankForAbsent() {
        Map<String, Object> arguments = new HashMap<>(Map.of("command", "  a\nb \\", "label", ""));
        arguments.put("cwd", null);

        assertThat(runRequest(arguments).command()).as("unchanged").isEqualTo("  a\nb \\");
        assertThat(runRequest(arguments).cwd()).isEmpty();
        assertThat(runRequest(arguments).label()).isEmpty();
    }

    @Test
    void readsWhatIsToBeTold() {
        assertThat(runRequest(Map.of("command", "make", "notify", "on_failure")).telling())
                .isEqualTo(Telling.ON_FAILURE);
        assertThat(runRequest(Map.of("command", "make", "excerpt", "end")).report().excerpt())
                .contains(ExcerptChoice.END);
    }

    @Test
    void readsWhatTheJobMayUse() {
        assertThat(
                        runRequest(Map.of("command", "a", "memory", "8G", "cpus", 2, "nice", 10))
                                .limits()
                                .bounds())
                .isEqualTo(
                        new Bounds(
                                OptionalLong.of(8L << 30),
                                OptionalDouble.of(2),
                                OptionalInt.of(10)));
        assertThat(
                        runRequest(Map.of("command", "a", "cpus", 1.5, "nice", 10.0, "memory", ""))
                                .limits()
                                .bounds())
                .isEqualTo(
                        new Bounds(
                                OptionalLong.empty(), OptionalDouble.of(1.5), OptionalInt.of(10)));
        assertThat(runRequest(Map.of("command", "a", "cpus", 0, "memory", "0")).limits().bounds())
                .isEqualTo(Bounds.NONE);
        refused("memory is \"much\"; expected a size", "memory", "much");
        refused("cpus is \"-1\"; expected a number of processors", "cpus", -1);
        refused("nice is \"20\"; expected -20", "nice", 20);
    }

    @Test
    void saysWhatIsWrongWithAnArgument() {
        assertThatThrownBy(() -> runRequest(Map.of())).hasMessageContaining("command is missing");
        refused("command is missing or blank", "command", " \n");
        refused("command holds a NUL character", "command", "a\0b");
        refused("command is a number; expected a string", "command", 7);
        refused("command is a list; expected a string", "command", List.of("a"));
        refused("cwd is an object; expected a string", "cwd", Map.of());
        refused("env is \"\"; expected an object of strings", "env", "");
        assertThatThrownBy(() -> runRequest(Map.of("command", "a", "notify", "loud")))
                .hasMessage("notify is \"loud\"; expected inject, notify, silent or on_failure");
        refused("excerpt is \"middle\"; expected one of start, end, auto", "excerpt", "middle");
    }
}
