package dev.nudge.settings;

import dev.nudge.text.EditDistance;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// The settings. A test checks that the table in docs/settings.md is the same list.
public enum Setting {
    SESSION(
            Reader.AGENT,
            Kind.TEXT,
            "gemini-cli",
            "the tmux session that an agent must be in, or `any`; unless it is set, the one that the agent's [file](agents.md) names"),
    HOOKS(Reader.AGENT, Kind.SWITCH, "on", "`off`: the extension's hooks hand no results over"),
    IDLE_EXIT(
            Reader.DAEMON,
            Kind.SPAN,
            "600",
            "seconds without a client and without a job that has not ended until the daemon exits"),
    MAX_LOG(
            Reader.DAEMON,
            Kind.LOG_SIZE,
            "1G",
            "how many bytes of a job's output are kept at most: its first MiB and its end"),
    KEEP_DAYS(
            Reader.DAEMON,
            Kind.DAYS,
            "30",
            "ended jobs are removed when they are older, but never before their end has been reported"),
    KEEP_JOBS(
            Reader.DAEMON,
            Kind.number("a number of jobs"),
            "1000",
            "when there are more ended jobs, the oldest are removed; the same exception applies"),
    PTY(
            Reader.CALLER,
            Kind.SWITCH,
            "on",
            "`off`: jobs that ask for a terminal run without one, and say so"),
    EXCERPT(
            Reader.CALLER,
            Kind.oneOf("start", "end", "auto"),
            "auto",
            "which part of a long output is reported to the agent: `start`, `end`, or `auto`: the end if the command failed, else the start"),
    DETACH_KEY(Reader.ATTACH, Kind.CONTROL_KEY, "^\\", "the control key that detaches"),
    NOTIFY_COMMAND(
            Reader.DAEMON,
            Kind.TEXT,
            "",
            "a shell command to run when a job ends or waits for input; its input is the job, as JSON"),
    NOTIFY_URL(
            Reader.DAEMON,
            Kind.WEB_ADDRESS,
            "",
            "where a notice is posted when a job ends or waits for input: an address of ntfy, Slack, Telegram or another webhook"),
    NOTIFY_BODY(
            Reader.DAEMON,
            Kind.TEXT,
            "{text}",
            "what is posted there, a text or JSON, with `{text}`, `{job}`, `{event}` and `{output}`"),
    NOTIFY_ON(
            Reader.DAEMON,
            Kind.oneOf("all", "failed", "asks"),
            "all",
            "which ends you are notified of: `all`, `failed`, or none (`asks`); questions are always notified"),
    DESKTOP(
            Reader.DAEMON,
            Kind.oneOf("off", "osc9", "osc777"),
            "off",
            "desktop notifications from the terminals that show the agent's tmux session: `osc9` or `osc777`, whichever they support"),
    BELL(Reader.DAEMON, Kind.SWITCH, "off", "`on`: ring the bell of these terminals"),
    WEB_PORT(
            Reader.DAEMON,
            Kind.PORT,
            "0",
            "the port of the page that `nudge web` opens; 0 for any that is free");

    private final Reader reader;

    @SuppressWarnings("ImmutableEnumChecker") // a test and a text
    private final Kind kind;

    private final String byDefault;
    private final String meaning;

    Setting(Reader reader, Kind kind, String byDefault, String meaning) {
        this.reader = reader;
        this.kind = kind;
        this.byDefault = byDefault;
        this.meaning = meaning;
    }

    /// The process whose environment the variable is read from.
    public enum Reader {
        AGENT("agent"),
        DAEMON("daemon"),
        CALLER("caller"),
        ATTACH("`nudge attach`, `nudge web`");

        private final String words;

        Reader(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /// Returns the name in the file, `keep_days`.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the name of the environment variable, `NUDGE_KEEP_DAYS`.
    public String variable() {
        return "NUDGE_" + name();
    }

    /// Returns the process whose environment the variable is read from.
    public Reader reader() {
        return reader;
    }

    /// Returns the default value; empty if there is none.
    public String byDefault() {
        return byDefault;
    }

    /// Returns the meaning, in Markdown.
    public String meaning() {
        return meaning;
    }

    /// Returns what is wrong with a value that is not empty; empty if nothing is. It is logged, so
    /// it does not quote a web address, which may be a secret.
    ///
    /// @param name the name of the setting in the place where it is set
    Optional<String> complaint(String name, String value) {
        if (kind.isValid().test(value)) {
            return Optional.empty();
        }
        String is = this == NOTIFY_URL ? "not an address on the web" : "\"%s\"".formatted(value);
        return Optional.of("%s is %s; expected %s.".formatted(name, is, kind.expected()));
    }

    static Optional<Setting> named(String key) {
        return Arrays.stream(values()).filter(s -> s.key().equals(key)).findFirst();
    }

    static Setting nearest(String key) {
        String word = key.toLowerCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values())
                .min(Comparator.comparingInt(s -> EditDistance.of(word, s.key())))
                .orElseThrow();
    }
}
