package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.Usage;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
        footer = {"", "Examples:", "  nudge web", "  nudge web --no-open", "  nudge web --stop"},
        mixinStandardHelpOptions = true)
public final class WebCommand implements ConsoleCommand {
    @Option(
            names = "--stop",
            description = "Stops serving the page; browsers that were let in need a new link.")
    private boolean isStop;

    @Option(names = "--no-open", description = "Only print the link.")
    private boolean isOnlyPrinted;

    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    /// What `--json` prints.
    private record Link(String url) {}

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        if (isStop && isOnlyPrinted) {
            throw Usage.wrong("--no-open cannot be combined with --stop.");
        }
        return isStop ? stop(invocation) : open(invocation);
    }

    private int stop(Invocation invocation) throws IOException {
        boolean wasOn = invocation.page().close();
        if (isJson) {
            invocation.print(Wire.write(Map.of("stopped", wasOn)));
        } else {
            invocation.print(wasOn ? "The page is off." : "The page was not on.");
        }
        return ExitCodes.OK;
    }

    /// Returns how to get there from another machine, and how to end the page.
    private static List<String> hints(Map<String, String> environment, URI url) {
        String[] connection = environment.getOrDefault("SSH_CONNECTION", "").split(" ", -1);
        String forward =
                "From the machine that you came from by SSH, first run: ssh -L %d:%s:%d %s"
                        .formatted(
                                url.getPort(),
                                url.getHost(),
                                url.getPort(),
                                connection.length > 2 ? connection[2] : "HOST");
        String stop = "\"nudge web --stop\" ends the page.";
        return connection.length > 2 ? List.of(forward, stop) : List.of(stop);
    }

    private int open(Invocation invocation) throws IOException {
        String url = invocation.page().open(invocation.hello());
        if (isJson || isOnlyPrinted) {
            invocation.print(isJson ? Wire.write(new Link(url)) : url);
            return ExitCodes.OK;
        }
        invocation.complain("Open this link in a browser; it works once:");
        invocation.print(url);
        hints(invocation.hello().environment(), URI.create(url)).forEach(invocation::complain);
        new Desktop(invocation.hello()).open(url);
        return ExitCodes.OK;
    }
}
