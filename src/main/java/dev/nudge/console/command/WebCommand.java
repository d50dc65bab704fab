package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.Usage;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.process.ProgramStart;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/// The command `nudge web`: opens the page for browsers.
@Command(
        name = "web",
        description = {
            "Serves a page that shows the jobs in a browser.",
            "Prints a link that lets one browser in. Only this machine can reach the page. It stays on until --stop, also while no daemon"
                    + " runs: the next one serves it again. With a graphical desktop the link is"
                    + " opened there (xdg-open). Jobs that are started from the page get your"
                    + " directory and environment.",
            "The link works once; what to do with it is said on standard error. Over SSH, forward the"
                    + " page's port to the machine with the browser, and open the link there: ssh -L 4711:127.0.0.1:4711 HOST. The setting web_port keeps the port"
                    + " the same."
        },
        footer = {"  nudge web", "  nudge web --no-open", "  nudge web --stop"})
public final class WebCommand implements ConsoleCommand {
    private static final Logger LOG = System.getLogger(WebCommand.class.getName());
    private static final List<String> DISPLAYS = List.of("DISPLAY", "WAYLAND_DISPLAY");

    private static final Option<Boolean> STOP =
            Option.flag("stop")
                    .help("Stops serving the page; browsers that were let in need a new link.");
    private static final Option<Boolean> NO_OPEN =
            Option.flag("no-open").help("Only print the link.");
    private static final Option<Boolean> JSON = Option.flag("json").help("As a JSON object.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        boolean isStop = call.has(STOP);
        Usage.refuseIf(isStop && call.has(NO_OPEN), "--no-open cannot be combined with --stop.");
        return isStop ? stop(call) : open(call);
    }

    private int stop(Invocation call) throws IOException {
        boolean wasOn = call.page().close();
        String sentence = wasOn ? "The page is off." : "The page was not on.";
        call.print(call.has(JSON) ? Wire.write(Map.of("stopped", wasOn)) : sentence);
        return ExitCodes.OK;
    }

    private static List<String> hints(Map<String, String> environment, URI url) {
        String stop = "\"nudge web --stop\" ends the page.";
        String[] connection = environment.getOrDefault("SSH_CONNECTION", "").split(" ", -1);
        return connection.length < 3
                ? List.of(stop)
                : List.of(
                        "From the machine that you came from by SSH, first run: ssh -L %1$d:%2$s:%1$d %3$s"
                                .formatted(url.getPort(), url.getHost(), connection[2]),
                        stop);
    }

    private int open(Invocation call) throws IOException {
        String url = call.page().open(call.hello());
        boolean isJson = call.has(JSON);
        if (isJson || call.has(NO_OPEN)) {
            call.print(isJson ? Wire.write(Map.of("url", url)) : url);
            return ExitCodes.OK;
        }
        call.complain("Open this link in a browser; it works once:");
        call.print(url);
        hints(call.hello().environment(), URI.create(url)).forEach(call::complain);
        browse(call, url);
        return ExitCodes.OK;
    }

    /// Opens a link in the caller's browser, in a session of its own, so that the browser outlives
    /// the daemon. Without a graphical desktop nothing happens; nor if there is no program for it.
    private static void browse(Invocation call, String url) {
        if (DISPLAYS.stream().allMatch(d -> call.variable(d).isEmpty())) {
            return;
        }
        ProcessBuilder browser =
                call.program(List.of("setsid", "--fork", "xdg-open", url))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD);
        browser.environment().put(JobEnvironment.HOST_MARK, "");
        try {
            Process _ = ProgramStart.by(browser::start);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "no browser can be started: {0}", e.getMessage());
        }
    }
}
