package dev.nudge.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.settings.Settings.Problem;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @TempDir private Path folder;

    private Settings settings(String file, Map<String, String> variables) {
        AgentProgram.write(folder.resolve("nudge/config.toml"), file);
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("XDG_CONFIG_HOME", folder.toString());
        return Settings.of(environment);
    }

    private List<String> complaints(String file) {
        return settings(file, Map.of()).problems().stream()
                .map(p -> p.what().replace(folder + "/nudge/", ""))
                .toList();
    }

    @Test
    void withoutAFileAndVariablesEverythingIsByDefault() {
        Settings settings = Settings.of(Map.of("XDG_CONFIG_HOME", folder.toString()));

        assertThat(settings.file().exists()).isFalse();
        assertThat(settings.session()).isEqualTo("gemini-cli");
        assertThat(settings.hooks()).isTrue();
        assertThat(settings.idleExit()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.maxLog()).isEqualTo(1L << 30);
        assertThat(settings.keepDays()).isEqualTo(30);
        assertThat(settings.keepJobs()).isEqualTo(1000);
        assertThat(settings.notifyCommand()).isEmpty();
    }

    /// It may name commands, which the daemon runs.
    @Test
    void fileThatAnotherUserCouldHaveWrittenSetsNothing() throws IOException {
        Path file = folder.toRealPath().resolve("nudge/config.toml");
        assertThat(settings("notify_command = 'true'", Map.of()).notifyCommand()).isNotEmpty();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        Settings settings = Settings.of(Map.of("XDG_CONFIG_HOME", folder.toString()));

        assertThat(settings.notifyCommand()).isEmpty();
        assertThat(settings.problems())
                .singleElement()
                .satisfies(p ->
                        assertThat(p.what())
                                .endsWith(
                                        "config.toml is not used: %s can be written by other users (mode 0666), so somebody else could have written it."
                                                .formatted(file)));
    }

    @ParameterizedTest
    @CsvSource({
        "idle_exit, 90, 90",
        "idle_exit, 10m, 600",
        "idle_exit, 1h30m, 5400",
        "keep_days, 14, 14",
        "keep_days, 14d, 14",
        "keep_days, 2w, 14",
        "keep_days, 1d12h, 1"
    })
    void spansAreThoseOfTheCommandLineAndDaysNeedNoUnit(String name, String given, long value) {
        Settings settings = settings("%s = \"%s\"".formatted(name, given), Map.of());

        assertThat(settings.problems()).isEmpty();
        assertThat(name.equals("keep_days") ? settings.keepDays() : settings.idleExit().toSeconds())
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2h", "0d", "soon", "-1"})
    void lessThanADayIsRefused(String given) {
        assertThat(complaints("keep_days = \"%s\"".formatted(given)))
                .containsExactly(
                        "config.toml, line 1: keep_days is \"%s\"; expected whole days (30), or a time such as 2w, 1 day or more."
                                .formatted(given));
    }

    @Test
    void fileSetsAndTheEnvironmentWins() {
        Settings settings =
                settings(
                        """
                        # mine
                        idle_exit = 60
                        keep_days = "7"
                        max_log = "64M"
                        bell = true
                        hooks = "off"
                        notify_url = "HTTPS://ntfy.sh/topic"
                        notify_command = '''
                        notify-send "nudge" '''
                        """,
                        Map.of("NUDGE_KEEP_DAYS", "3", "NUDGE_MAX_LOG", ""));

        assertThat(settings.problems(Setting.Reader.values())).isEmpty();
        assertThat(settings.idleExit()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.keepDays()).isEqualTo(3);
        assertThat(settings.maxLog()).isEqualTo(64L << 20);
        assertThat(settings.bell()).isTrue();
        assertThat(settings.hooks()).isFalse();
        assertThat(settings.notifyUrl()).isPresent();
        assertThat(settings.notifyCommand()).contains("notify-send \"nudge\" ");
    }

    @Test
    void anotherProcessHasItsOwnVariablesButTheSameFile() {
        Settings daemon = settings("session = \"work\"", Map.of("NUDGE_SESSION", "daemons"));

        assertThat(daemon.in(Map.of()).session()).isEqualTo("work");
        assertThat(daemon.in(Map.of("NUDGE_SESSION", "own")).session()).isEqualTo("own");
        assertThat(daemon.in(Map.of("NUDGE_PTY", "off")).nameOf(Setting.PTY))
                .isEqualTo("NUDGE_PTY");
    }

    @Test
    void whatIsWrongIsReportedWithItsLineAndWhatIsExpectedAndTheRestIsSet() {
        String file =
                """
                bell = true
                max_log = "1M"
                desktop = "osc8"
                pty = ["on"]
                detach_key = "Escape"
                notify_url = "ntfy.sh/topic"
                keep-dayz = 3
                [notify]
                command = "x"
                """;
        assertThat(complaints(file))
                .containsExactlyInAnyOrder(
                        "config.toml, line 2: max_log is \"1M\"; expected bytes, or a number with K, M or G, 4M or more.",
                        "config.toml, line 3: desktop is \"osc8\"; expected one of off, osc9, osc777.",
                        "config.toml, line 4: pty is \"[\"on\"]\"; expected on or off.",
                        "config.toml, line 5: detach_key is \"Escape\"; expected ^ and a letter or one of @[\\]^_.",
                        "config.toml, line 6: notify_url is not an address on the web; expected an address such as https://ntfy.sh/my-topic.",
                        "config.toml, line 7: there is no setting \"keep-dayz\"; the nearest is keep_days.",
                        "config.toml, line 8: there is no setting \"notify\"; the nearest is notify_on.");
        assertThat(settings(file, Map.of()).bell()).isTrue();
    }

    @Test
    void wrongValueCountsAsUnsetAndIsReportedToThoseWhoNeedIt() {
        Settings settings =
                settings("keep_days = 0\nkeep_jobs = 7", Map.of("NUDGE_IDLE_EXIT", "soon"));

        assertThat(settings.keepDays()).isEqualTo(30);
        assertThat(settings.idleExit()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.isClear(Setting.KEEP_DAYS)).isFalse();
        assertThat(settings.isClear(Setting.IDLE_EXIT)).isFalse();
        assertThat(settings.requiring(Setting.KEEP_JOBS).keepJobs()).isEqualTo(7);
        assertThatThrownBy(() -> settings.requiring(Setting.KEEP_DAYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keep_days is \"0\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bell = true\nkeep_days = = 3\n", "bell = true\nbell = false\n"})
    void textThatIsNoTomlIsReportedWithItsLineAndAVariableMakesUpForIt(String file) {
        Settings settings = settings(file, Map.of("NUDGE_KEEP_DAYS", "3"));

        assertThat(complaints(file))
                .containsExactly(
                        "config.toml, line 2: this is not TOML, so nothing in the file is used");
        assertThat(settings.isClear(Setting.KEEP_DAYS)).isTrue();
        assertThat(settings.isClear(Setting.KEEP_JOBS)).isFalse();
        assertThat(settings.keepDays()).isEqualTo(3);
    }

    @Test
    void onlyTheVariablesOfThisReaderAreJudged() {
        Settings settings =
                settings("", Map.of("NUDGE_DETACH_KEY", "x", "NUDGE_IDLE_EXIT", "soon"));

        assertThat(settings.problems(Setting.Reader.DAEMON))
                .singleElement()
                .extracting(Problem::what)
                .isEqualTo(
                        "NUDGE_IDLE_EXIT is \"soon\"; expected seconds (90), or 90s, 10m, 1h30m, 1d, 1w, 1 second or more.");
    }
}
