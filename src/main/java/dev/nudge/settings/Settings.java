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

/// The settings in effect: from an environment, else from the file, else the defaults.
public final class Settings {
    private final SettingsFile file;
    private final Map<String, String> environment;

    private Settings(SettingsFile file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    /// Reads the settings of this environment and of its user's file. A wrong value counts as
    /// unset; [#problems] names it.
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

    /// Returns the value; a wrong one counts as unset.
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

    private int number(Setting setting) {
        return Integer.parseInt(value(setting));
    }

    private boolean isOn(Setting setting) {
        return !Kind.isOff(value(setting));
    }

    /// Returns the tmux session that an agent must be in.
    public String session() {
        return session(Setting.SESSION.byDefault());
    }

    /// Returns the tmux session that an agent must be in.
    ///
    /// @param byDefault the session that the agent's kind names
    public String session(String byDefault) {
        return given(Setting.SESSION).orElse(byDefault);
    }

    /// Returns the folder with a person's own kinds of agents; it need not exist.
    public Path agents() {
        return file.path().resolveSibling("agents");
    }

    /// Returns whether the agent's hooks hand results over.
    public boolean hooks() {
        return isOn(Setting.HOOKS);
    }

    /// Returns how long the daemon stays without a client or a running job.
    public Duration idleExit() {
        return TimeSpan.parse(value(Setting.IDLE_EXIT)).orElseThrow();
    }

    /// Returns the most bytes of a job's output that are kept.
    public long maxLog() {
        return ByteCount.parse(value(Setting.MAX_LOG));
    }

    /// Returns the number of days for which an ended job is kept.
    public int keepDays() {
        return Kind.days(value(Setting.KEEP_DAYS));
    }

    /// Returns the most ended jobs that are kept.
    public int keepJobs() {
        return number(Setting.KEEP_JOBS);
    }

    /// Returns whether jobs get the terminals that they ask for.
    public boolean pty() {
        return isOn(Setting.PTY);
    }

    /// Returns which part of a long output is reported unless the call says otherwise: `start`,
    /// `end` or `auto`.
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

    /// Returns the shell command that is run when a job ends or asks, if there is one.
    public Optional<String> notifyCommand() {
        return Optional.of(value(Setting.NOTIFY_COMMAND)).filter(c -> !c.isBlank());
    }

    /// Returns the address that notices are posted to, if there is one: HTTP or HTTPS.
    public Optional<URI> notifyUrl() {
        return Optional.of(value(Setting.NOTIFY_URL)).filter(a -> !a.isEmpty()).map(URI::create);
    }

    /// Returns what is posted to that address, with words in braces that stand for parts of the
    /// notice.
    public String notifyBody() {
        return value(Setting.NOTIFY_BODY);
    }

    /// Returns which ends people are notified of: `all`, `failed`, or none (`asks`).
    public String notifyOn() {
        return value(Setting.NOTIFY_ON);
    }

    /// Returns the kind of desktop notification: `off`, `osc9` or `osc777`.
    public String desktop() {
        return value(Setting.DESKTOP);
    }

    /// Returns whether the bell of terminals is rung.
    public boolean bell() {
        return isOn(Setting.BELL);
    }

    /// Returns the port of the page for browsers; 0 for any that is free.
    public int webPort() {
        return number(Setting.WEB_PORT);
    }
}
