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
    void takesNullAndBlankForAbsentAndIgnoresWhatItDoesNotKnow() {
        Map<String, Object> arguments = new HashMap<>(Map.of("command", "  a\nb \\", "label", ""));
        arguments.put("cwd", null);

        assertThat(runRequest(arguments).command()).as("unchanged").isEqualTo("  a\nb \\");
        assertThat(runRequest(arguments).cwd()).isEmpty();
        assertThat(runRequest(arguments).label()).isEmpty();

        Map<String, Object> more =
                Map.of("command", "make", "description", "x", "is_background", true, "dir_path", 3);

        RunRequest plain = runRequest(Map.of("command", "make"));
        assertThat(runRequest(more)).isEqualTo(plain);
        assertThat(plain.report())
                .isEqualTo(new RunRequest.Report(Telling.INJECT, Optional.empty()));
        assertThat(plain.limits()).isEqualTo(JobLimits.NONE);
        assertThat(plain.queueing()).isEqualTo(Queueing.NONE);
        assertThat(plain.patience()).isEmpty();
    }

    @Test
    void readsWhatIsToBeToldAndWhatTheJobMayUse() {
        assertThat(runRequest(Map.of("command", "make", "notify", "on_failure")).telling())
                .isEqualTo(Telling.ON_FAILURE);
        assertThat(runRequest(Map.of("command", "make", "excerpt", "end")).report().excerpt())
                .contains(ExcerptChoice.END);

        OptionalInt nice = OptionalInt.of(10);
        assertThat(bounds("8G", 2, 10))
                .isEqualTo(new Bounds(OptionalLong.of(8L << 30), OptionalDouble.of(2), nice));
        assertThat(bounds("", 1.5, 10.0))
                .isEqualTo(new Bounds(OptionalLong.empty(), OptionalDouble.of(1.5), nice));
        assertThat(bounds("0", 0, "")).isEqualTo(Bounds.NONE);
        refused("memory is \"much\"; expected a size", "memory", "much");
        refused("cpus is \"-1\"; expected a number of processors", "cpus", -1);
        refused("nice is \"20\"; expected -20", "nice", 20);
    }

    private static Bounds bounds(Object memory, Object cpus, Object nice) {
        Map<String, Object> arguments =
                Map.of("command", "a", "memory", memory, "cpus", cpus, "nice", nice);
        return runRequest(arguments).limits().bounds();
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
        refused("excerpt is \"middle\"; expected start, end or auto", "excerpt", "middle");
    }
}
