package dev.nudge.cli.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.daemon.DaemonProcess;
import dev.nudge.daemon.OtherDaemon;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge daemon`: runs the daemon in the foreground, or ends it.
@Command(
        name = "daemon",
        description =
                "Runs the daemon in the foreground. It is started on demand, so there is rarely a need to.",
        footer = {"  nudge daemon stop"})
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class DaemonCommand implements Callable<Integer> {
    /// How long the daemon may take to end.
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Spec private CommandSpec spec;

    @Option(
            names = "--resume",
            arity = "0",
            hidden = true,
            description = "Only if there is a state directory. The hosts of jobs use it.")
    private boolean isResume;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return isResume && Files.notExists(Installation.endpoint().launcher())
                ? ExitCodes.OK
                : serve();
    }

    /// Runs the daemon until it is to end, and returns the exit code.
    ///
    /// @throws IOException if it cannot begin
    public static int serve() throws IOException, InterruptedException {
        DaemonProcess process =
                new DaemonProcess(
                        Installation.endpoint(), Installation.release(), Installation.launcher());
        process.run(System.getenv(), System.out);
        return ExitCodes.OK;
    }

    @Command(
            name = "stop",
            description =
                    "Ends the daemon. Its jobs continue, and the next daemon takes them over. A connected agent starts that one at once; otherwise the next call of nudge, or the next job that ends, does.",
            mixinStandardHelpOptions = true)
    int stop(
            @Option(
                            names = "--json",
                            arity = "0",
                            description =
                                    "As a JSON object: the process that has ended, if there was one.")
                    boolean isJson)
            throws IOException {
        Optional<Endpoint.Running> last = Installation.endpoint().lastDaemon();
        Optional<Long> ended =
                last.isEmpty()
                        ? Optional.empty()
                        : OtherDaemon.end(
                                Path.of(last.get().socket()), Installation.release(), PATIENCE);
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                isJson
                        ? Wire.writePretty(ended.map(pid -> Map.of("pid", pid)).orElse(Map.of()))
                        : ended.map(
                                        "The daemon (process %d) has ended. Its jobs continue."
                                                ::formatted)
                                .orElse("No daemon is running."));
        out.flush();
        return ExitCodes.OK;
    }
}
