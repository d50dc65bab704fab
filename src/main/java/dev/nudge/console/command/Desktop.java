package dev.nudge.console.command;

import dev.nudge.exec.JobEnvironment;
import dev.nudge.process.ProgramStart;
import dev.nudge.protocol.Hello;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/// The graphical desktop of a caller, if there is one.
record Desktop(Hello caller) {
    private static final Logger LOG = System.getLogger(Desktop.class.getName());
    private static final List<String> DISPLAYS = List.of("DISPLAY", "WAYLAND_DISPLAY");

    /// Opens a link in the caller's browser, in a session of its own, so that the browser outlives
    /// the daemon. Without a display nothing happens; nor if there is no program for it.
    void open(String url) {
        if (DISPLAYS.stream().allMatch(d -> caller.environment().getOrDefault(d, "").isEmpty())) {
            return;
        }
        File directory = new File(caller.cwd());
        ProcessBuilder browser =
                new ProcessBuilder("setsid", "--fork", "xdg-open", url)
                        .directory(directory.isDirectory() ? directory : null)
                        .redirectInput(Redirect.from(new File("/dev/null")))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD);
        browser.environment().clear();
        browser.environment().putAll(caller.environment());
        browser.environment().put(JobEnvironment.HOST_MARK, "");
        try {
            Process _ = ProgramStart.by(browser::start);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "no browser can be started: {0}", e.getMessage());
        }
    }
}
