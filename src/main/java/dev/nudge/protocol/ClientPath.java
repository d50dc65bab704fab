package dev.nudge.protocol;

import dev.nudge.process.ShortProgram;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Resolves paths as a client means them: `~` and `~/x` are in its home directory, `~user/x` is in
/// that of a user, if the name exists; others are relative to its working directory.
public final class ClientPath {
    private static final Pattern IN_HOME =
            Pattern.compile("~((?:[\\w.][\\w.-]*)?)(|/.*)", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// The field of passwd(5) with the home directory.
    private static final int HOME = 5;

    private ClientPath() {}

    /// Returns the absolute path, without `.` and `..`.
    ///
    /// @throws InvalidPathException if the text cannot be a path
    public static Path of(Hello client, String given) {
        return Bytes.path(text(client, given));
    }

    /// Returns the absolute path as text that stands for bytes ([Bytes]).
    public static String text(Hello client, String given) {
        Matcher inHome = IN_HOME.matcher(given);
        String path =
                inHome.matches()
                        ? home(client, inHome.group(1))
                                .map(home -> home + inHome.group(2))
                                .orElse(given)
                        : given;
        return normalized(path.startsWith("/") ? path : client.cwd() + "/" + path);
    }

    private static String normalized(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }

    private static Optional<String> home(Hello client, String user) {
        return user.isEmpty()
                ? Optional.ofNullable(client.environment().get("HOME")).filter(h -> !h.isEmpty())
                : homeOf(user);
    }

    /// Returns the home directory of a user in any of the machine's databases.
    private static Optional<String> homeOf(String user) {
        try {
            String[] entry =
                    new ShortProgram(PATIENCE, "getent", "passwd", user)
                            .run("")
                            .out()
                            .split(":", -1);
            return entry.length > HOME && entry[0].equals(user)
                    ? Optional.of(entry[HOME])
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
