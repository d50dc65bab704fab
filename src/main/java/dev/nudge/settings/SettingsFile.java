package dev.nudge.settings;

import dev.nudge.process.TrustedPath;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The settings file as it was read.
///
/// @param path where the file is, or would be
/// @param values the settings in it, without wrong values
/// @param unclear the settings with wrong values; all of them if the file cannot be read
/// @param problems the mistakes in it
public record SettingsFile(
        Path path, Map<Setting, String> values, Set<Setting> unclear, List<Problem> problems) {
    private static final String CORRECT = "correct or remove the file";

    public SettingsFile {
        values = Map.copyOf(values);
        unclear = Set.copyOf(unclear);
        problems = List.copyOf(problems);
    }

    /// Returns the path of the file for this environment's user:
    /// `$XDG_CONFIG_HOME/nudge/config.toml`, by default in `~/.config`. A path that is not absolute
    /// counts as unset.
    static Path path(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path config =
                given.startsWith("/")
                        ? Bytes.path(given)
                        : Bytes.path(environment.getOrDefault("HOME", "/")).resolve(".config");
        return config.resolve("nudge/config.toml");
    }

    /// Reads the file. A missing file sets nothing. Nor does one that another user could have
    /// written, since it names commands that are run.
    static SettingsFile read(Path path) {
        if (!Files.exists(path)) {
            return new SettingsFile(path, Map.of(), Set.of(), List.of());
        }
        Optional<String> objection = TrustedPath.objectionToFile(path);
        if (objection.isPresent()) {
            return unreadable(
                    path,
                    "%s is not used: %s, so somebody else could have written it."
                            .formatted(path, objection.get()),
                    "correct owner and mode (chmod go-w), or set XDG_CONFIG_HOME");
        }
        try {
            return new Reading(path, Files.readString(path)).all();
        } catch (MalformedInputException e) {
            return unreadable(path, path + " is not written in UTF-8.", CORRECT);
        } catch (IOException e) {
            return unreadable(
                    path,
                    path + " cannot be read, so nothing in it is used: " + Reasons.of(e),
                    CORRECT);
        }
    }

    private static SettingsFile unreadable(Path path, String what, String fix) {
        return new SettingsFile(
                path,
                Map.of(),
                EnumSet.allOf(Setting.class),
                List.of(new Problem(what, fix, false)));
    }

    /// Returns whether the file exists.
    public boolean exists() {
        return Files.exists(path);
    }

    /// One pass over a text.
    private static final class Reading {
        private final Path path;
        private final String text;
        private final Map<Setting, String> values = new EnumMap<>(Setting.class);
        private final Set<Setting> unclear = EnumSet.noneOf(Setting.class);
        private final List<Problem> problems = new ArrayList<>();

        Reading(Path path, String text) {
            this.path = path;
            this.text = text;
        }

        SettingsFile all() {
            try {
                Toml.read(text).forEach(this::take);
            } catch (Toml.MalformedException e) {
                problem(
                        e.line(),
                        "this is not TOML, so nothing in the file is used", // may be secret
                        "fix that line; strings are in quotes, as in max_log = \"1G\", and each name appears once",
                        false);
                unclear.addAll(EnumSet.allOf(Setting.class));
            }
            return new SettingsFile(path, values, unclear, problems);
        }

        private void take(String key, String value) {
            Setting.named(key).ifPresentOrElse(s -> take(s, value), () -> unknown(key));
        }

        private void take(Setting setting, String value) {
            if (value.isEmpty()) {
                return;
            }
            setting.complaint(setting.key(), value)
                    .ifPresentOrElse(c -> wrong(setting, c), () -> values.put(setting, value));
        }

        private void wrong(Setting setting, String complaint) {
            unclear.add(setting);
            problem(line(setting.key()), complaint, "correct the value", false);
        }

        private void unknown(String key) {
            String nearest = Setting.nearest(key).key();
            problem(
                    line(key),
                    "there is no setting \"%s\"; the nearest is %s.".formatted(key, nearest),
                    "write " + nearest + ", or remove the line",
                    true);
        }

        private void problem(int line, String what, String mend, boolean isHarmless) {
            String where = line == 0 ? path + ": " : path + ", line " + line + ": ";
            problems.add(new Problem(where + what, mend, isHarmless));
        }

        /// Finds the line by the name, since the library reports no positions; 0 if it is not
        /// found.
        private int line(String key) {
            Matcher found =
                    Pattern.compile(
                                    "^[ \\t]*(\\[\\[?[ \\t]*)?[\"']?%s[\"']?[ \\t]*[=.\\]]"
                                            .formatted(Pattern.quote(key)),
                                    Pattern.MULTILINE)
                            .matcher(text);
            return found.find()
                    ? 1
                            + (int)
                                    text.substring(0, found.start())
                                            .chars()
                                            .filter(c -> c == '\n')
                                            .count()
                    : 0;
        }
    }
}
