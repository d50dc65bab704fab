package dev.nudge.settings;

import dev.nudge.text.ByteCount;
import dev.nudge.text.TimeSpan;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The settings in effect: from an environment, else from the file, else the defaults. A wrong
/// value counts as unset. [Setting] says what each means.
public final class Settings {
    private final SettingsFile file;
    private final Map<String, String> environment;

    /// A mistake in the settings file or in a variable.
    ///
    /// @param what one sentence: where it is, what is wrong, and what was expected
    /// @param fix what to do about it
    /// @param isHarmless whether it can be ignored, as an unknown name can
    public record Problem(String what, String fix, boolean isHarmless) {}

    private Settings(SettingsFile file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    /// Reads the settings of this environment and of its user's file.
    public static Settings of(Map<String, String> environment) {
        return new Settings(SettingsFile.read(SettingsFile.path(environment)), environment);
    }

    /// Returns these settings with the variables of another process.
    public Settings in(Map<String, String> other) {
        return new Settings(file, other);
    }

    public SettingsFile file() {
        return file;
    }

    /// Returns the mistakes in the file and in the variables.
    ///
    /// @param readers the processes whose variables count
    public List<Problem> problems(Setting.Reader... readers) {
        List<Problem> problems = new ArrayList<>(file.problems());
        Arrays.stream(Setting.values())
                .filter(s -> List.of(readers).contains(s.reader()))
                .flatMap(s -> wrongVariable(s).stream())
                .map(what -> new Problem(what, "set another value, or none", false))
                .forEach(problems::add);
        return problems;
    }

    /// Returns whether the setting is unset or set to a valid value. If it is invalid, the default
    /// is used, which may be far from what the user wants.
    public boolean isClear(Setting setting) {
        return wrongVariable(setting).isEmpty()
                && (variable(setting).isPresent() || !file.unclear().contains(setting));
    }

    /// Returns these settings if one of them is clear, for a caller that needs it.
    ///
    /// @throws IllegalArgumentException if the setting has an invalid value; the message says what
    ///   is wrong and what was expected
    public Settings requiring(Setting setting) {
        if (!isClear(setting)) {
            throw new IllegalArgumentException(
                    problems(setting.reader()).stream()
                            .filter(p -> !p.isHarmless())
                            .map(Problem::what)
                            .collect(Collectors.joining("\n")));
        }
        return this;
    }

    private Optional<String> variable(Setting setting) {
        return Optional.ofNullable(environment.get(setting.variable())).filter(v -> !v.isEmpty());
    }

    private Optional<String> wrongVariable(Setting setting) {
        return variable(setting).flatMap(v -> setting.complaint(setting.variable(), v));
    }

    private String value(Setting setting) {
        return given(setting).orElseGet(setting::byDefault);
    }

    private Optional<String> given(Setting setting) {
        return variable(setting)
                .filter(_ -> wrongVariable(setting).isEmpty())
                .or(() -> Optional.ofNullable(file.values().get(setting)));
    }

    /// Returns the name under which a setting is set: the variable, or the name in the file.
    public String nameOf(Setting setting) {
        return variable(setting).isPresent()
                ? setting.variable()
                : setting.key() + " (in " + file.path() + ")";
    }

    private boolean isOn(Setting setting) {
        return !List.of("off", "false").contains(value(setting));
    }

    public String session() {
        return session(Setting.SESSION.byDefault());
    }

    /// Returns the tmux session that an agent must be in.
    ///
    /// @param byDefault the session that the agent's kind names
    public String session(String byDefault) {
        return given(Setting.SESSION).orElse(byDefault);
    }

    public Path agents() {
        return file.path().resolveSibling("agents");
    }

    public boolean hooks() {
        return isOn(Setting.HOOKS);
    }

    public Duration idleExit() {
        return TimeSpan.parse(value(Setting.IDLE_EXIT)).orElseThrow();
    }

    public long maxLog() {
        return ByteCount.parse(value(Setting.MAX_LOG));
    }

    public int keepDays() {
        return Setting.Kind.days(value(Setting.KEEP_DAYS));
    }

    public int keepJobs() {
        return Integer.parseInt(value(Setting.KEEP_JOBS));
    }

    public boolean pty() {
        return isOn(Setting.PTY);
    }

    public String excerpt() {
        return value(Setting.EXCERPT);
    }

    /// Returns the key that detaches from a job's terminal, `^\`.
    public String detachKey() {
        return value(Setting.DETACH_KEY);
    }

    /// Returns the usual name of that key, `Ctrl+\`.
    public String detachKeyName() {
        return "Ctrl+" + detachKey().toUpperCase(Locale.ROOT).charAt(1);
    }

    public Optional<String> notifyCommand() {
        return Optional.of(value(Setting.NOTIFY_COMMAND)).filter(c -> !c.isBlank());
    }

    /// Returns the address that notices are posted to, if there is one: HTTP or HTTPS.
    public Optional<URI> notifyUrl() {
        return Optional.of(value(Setting.NOTIFY_URL)).filter(a -> !a.isEmpty()).map(URI::create);
    }

    public String notifyBody() {
        return value(Setting.NOTIFY_BODY);
    }

    public String notifyOn() {
        return value(Setting.NOTIFY_ON);
    }

    public String desktop() {
        return value(Setting.DESKTOP);
    }

    public boolean bell() {
        return isOn(Setting.BELL);
    }

    public int webPort() {
        return Integer.parseInt(value(Setting.WEB_PORT));
    }
}
