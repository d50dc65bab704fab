package dev.nudge.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the doctor has found, as a text that can be shown to others.
final class FaultReport {
    private static final Path SYSTEM = Path.of("/etc/os-release");
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final Pattern NAME = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\n]*)");

    /// The value of a setting, which may be a secret, and may have several lines.
    private static final Pattern VALUE =
            Pattern.compile("(?<= is \")(?s:.*?)(?=\"; expected (?![^\n]*\"; expected ))");

    private static final Pattern ADDRESS = Pattern.compile("(?i)(?<=https?://)[^\\s\"]+");

    private FaultReport() {}

    /// Returns it. Of other users' names and directories it knows nothing.
    ///
    /// @param findings the lines of the doctor
    static String of(String findings) {
        String system =
                "nudge %s\n%s, Linux %s, %s\n\n"
                        .formatted(
                                (Version.current() + " " + Version.release().build()).strip(),
                                name(),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch"));
        String text = VALUE.matcher(system + findings).replaceAll("…");
        text = ADDRESS.matcher(text).replaceAll("…");
        for (String home : List.of(home(), System.getProperty("user.home"))) {
            text = home.length() > 1 ? text.replace(home, "~") : text;
        }
        text = without(text, System.getProperty("user.name"), "USER");
        return without(text, read(HOST).strip(), "HOST");
    }

    private static String home() {
        return System.getenv().getOrDefault("HOME", "");
    }

    private static String name() {
        Matcher name = NAME.matcher(read(SYSTEM));
        return name.find() ? name.group(1) : "unknown system";
    }

    /// Replaces a word; not that of the superuser, whom texts mean when they name him.
    private static String without(String text, String word, String other) {
        boolean isNamed = Stream.of("", "root", "localhost").noneMatch(word::equals);
        return isNamed
                ? text.replaceAll(
                        "(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])",
                        Matcher.quoteReplacement(other))
                : text;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
