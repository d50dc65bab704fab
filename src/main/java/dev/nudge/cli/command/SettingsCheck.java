package dev.nudge.cli.command;

import dev.nudge.console.view.Finding;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Problem;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The doctor's check of the settings: one finding for each problem.
final class SettingsCheck {
    private SettingsCheck() {}

    static List<Finding> findings(Map<String, String> environment) {
        Settings settings = Settings.of(environment);
        List<Problem> problems = settings.problems(Setting.Reader.values());
        if (!problems.isEmpty()) {
            return problems.stream().map(p -> new Finding(p.what(), p.fix())).toList();
        }
        SettingsFile file = settings.file();
        return List.of(
                isUnread(file, Endpoint.of(environment))
                        ? new Finding(
                                file.path() + " has been changed since the daemon read it",
                                "nudge daemon stop (jobs continue; the next call starts another)")
                        : Finding.good(
                                file.exists()
                                        ? "Settings " + file.path()
                                        : "Settings by default (there is no " + file.path() + ")"));
    }

    /// Returns whether the file has changed since the daemon read it. A daemon reports that it is
    /// ready after it has read the file.
    private static boolean isUnread(SettingsFile file, Endpoint endpoint) {
        Path ready = endpoint.info();
        try {
            return file.exists()
                    && endpoint.lastDaemon().flatMap(d -> ProcessHandle.of(d.pid())).isPresent()
                    && Files.getLastModifiedTime(file.path())
                                    .compareTo(Files.getLastModifiedTime(ready))
                            > 0;
        } catch (IOException e) {
            return false;
        }
    }
}
