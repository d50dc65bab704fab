package dev.nudge.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.AgentProgram;
import java.nio.file.Path;

/// Expected output in files under `src/test/resources/cli/`. With the system property
/// `golden=write` the files are written instead of compared: then look at what has changed.
public final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/cli");

    private Golden() {}

    /// Compares a text with the file of this name.
    public static void check(String name, String actual) {
        Path file = FOLDER.resolve(name + ".txt");
        if (System.getProperty("golden", "").equals("write")) {
            AgentProgram.write(file, actual);
        }
        assertThat(actual).as("%s", file).isEqualTo(AgentProgram.read(file));
    }

    /// Runs nudge and returns its output, errors and exit code, without what differs.
    public static String transcript(NudgeUser user, String... arguments) {
        Process nudge = user.start(arguments);
        return Unchecked.get(() ->
                stable(
                        user,
                        "$ nudge %s%n%s%s[exit code %d]%n"
                                .formatted(
                                        String.join(" ", arguments),
                                        nudge.inputReader(UTF_8).readAllAsString(),
                                        nudge.errorReader(UTF_8).readAllAsString(),
                                        nudge.waitFor())));
    }

    /// Replaces what differs from run to run: times, processes, places.
    private static String stable(NudgeUser user, String output) {
        return output.replace(user.state().toString(), "STATE")
                .replace(user.folder("home").toString(), "HOME")
                .replace(Path.of("").toAbsolutePath().toString(), "HERE")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "INSTANT")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "DATE AND TIME")
                .replaceAll("(\"?\\bpid\"?\\s*:?\\s*)\\d+", "$1PID")
                .replaceAll("\\(process \\d+\\)", "(process PID)")
                .replaceAll("\\b\\d\\d:\\d\\d:\\d\\d  \\d+[sm] +", "HH:MM:SS  AGE  ")
                .replaceAll("\\b\\d+:\\d\\d\\b", "M:SS");
    }
}
