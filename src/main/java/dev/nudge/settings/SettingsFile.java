package dev.nudge.settings;

import dev.nudge.process.TrustedPath;
import dev.nudge.settings.Settings.Problem;
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

/// The settings file as it was read.
///
/// @param path where it is, or would be
/// @param values the settings in it, without wrong values
/// @param unclear the settings with wrong values; all of them if the file cannot be read
/// @param problems the mistakes in it
public record SettingsFile(
        Path path, Map<Setting, String> values, Set<Setting> unclear, List<Problem> problems) {
    private static final String CORRECT = "correct or remove the file";

    public boolean exists() {
        return Files.exists(path);
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
        SettingsFile file =
                new SettingsFile(
                        path,
                        new EnumMap<>(Setting.class),
                        EnumSet.noneOf(Setting.class),
                        new ArrayList<>());
        if (file.exists()) {
            file.read();
        }
        return file;
    }

    private void read() {
        Optional<String> objection = TrustedPath.objectionToFile(path);
        if (objection.isPresent()) {
            unreadable(
                    "%s is not used: %s, so somebody else could have written it."
                            .formatted(path, objection.get()),
                    "correct owner and mode (chmod go-w), or set XDG_CONFIG_HOME");
            return;
        }
        try {
            String text = Files.readString(path);
            Toml.read(text).forEach((key, value) -> take(text, key, value));
        } catch (Toml.MalformedException e) {
            unreadable(
                    place(e.line())
                            + "this is not TOML, so nothing in the file is used", // may be secret
                    "fix that line; strings are in quotes, as in max_log = \"1G\", and each name appears once");
        } catch (MalformedInputException e) {
            unreadable(path + " is not written in UTF-8.", CORRECT);
        } catch (IOException e) {
            unreadable(
                    path + " cannot be read, so nothing in it is used: " + Reasons.of(e), CORRECT);
        }
    }

    private void unreadable(String what, String fix) {
        unclear.addAll(EnumSet.allOf(Setting.class));
        problems.add(new Problem(what, fix, false));
    }

    private void take(String text, String key, String value) {
        Optional<Setting> setting = Setting.named(key);
        if (setting.isEmpty()) {
            String nearest = Setting.nearest(key).key();
            String what = "there is no setting \"%s\"; the nearest is %s.".formatted(key, nearest);
            String fix = "write " + nearest + ", or remove the line";
            problems.add(new Problem(place(Toml.line(text, "", key)) + what, fix, true));
        } else if (!value.isEmpty()) {
            setting.get()
                    .complaint(key, value)
                    .ifPresentOrElse(
                            complaint -> {
                                String what = place(Toml.line(text, "", key)) + complaint;
                                unclear.add(setting.get());
                                problems.add(new Problem(what, "correct the value", false));
                            },
                            () -> values.put(setting.get(), value));
        }
    }

    /// Without the values, which may be secret.
    @Override
    public String toString() {
        return path.toString();
    }

    private String place(int line) {
        return line == 0 ? path + ": " : path + ", line " + line + ": ";
    }
}
