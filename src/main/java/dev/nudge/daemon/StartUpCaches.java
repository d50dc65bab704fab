package dev.nudge.daemon;

import dev.nudge.process.ProgramStart;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;

/// Makes the caches with which Java programs start quickly, unless the installation contains them.
/// The native front says in the property `nudge.caches` where they are missing.
final class StartUpCaches {
    private static final Logger LOG = System.getLogger(StartUpCaches.class.getName());

    private StartUpCaches() {}

    /// Starts the program that makes the caches if they are missing, and does not wait for it. It
    /// is not part of the daemon, uses idle processors only, and ensures that only one runs.
    static void make() {
        String folder = System.getProperty("nudge.caches", "");
        if (folder.isEmpty()) {
            return;
        }
        Path home = Path.of(System.getProperty("nudge.home", ""));
        try {
            Process _ =
                    ProgramStart.by(
                            new ProcessBuilder(words(home, folder))
                                            .redirectInput(Redirect.from(new File("/dev/null")))
                                            .redirectOutput(Redirect.DISCARD)
                                            .redirectError(Redirect.DISCARD)
                                    ::start);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the start-up caches cannot be made", e);
        }
    }

    private static List<String> words(Path home, String folder) {
        return List.of(
                "setsid",
                "--fork",
                "sh",
                home.resolve("libexec/train").toString(),
                home.toString(),
                folder);
    }
}
