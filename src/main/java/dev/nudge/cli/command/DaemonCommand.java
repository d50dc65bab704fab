package dev.nudge.cli.command;

import dev.nudge.cli.connection.Client;
import dev.nudge.cli.connection.Installation;
import dev.nudge.cli.connection.Version;
import dev.nudge.console.ExitCodes;
import dev.nudge.daemon.DaemonProcess;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.nio.file.Files;
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
        footer = {"", "Examples:", "  nudge daemon stop"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class DaemonCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--resume",
            hidden = true,
            description = "Only if there is a state directory. The hosts of jobs use it.")
    private boolean isResume;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (isResume && Files.notExists(Installation.endpoint().launcher())) {
            return ExitCodes.OK;
        }
        DaemonProcess process =
                new DaemonProcess(
                        Installation.endpoint(), Version.release(), Installation.launcher());
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
                            description =
                                    "As a JSON object: the process that has ended, if there was one.")
                    boolean isJson)
            throws IOException {
        Optional<Client> running =
                Installation.connector().connectIfRunning(Installation.hello(Hello.CLI));
        if (running.isEmpty()) {
            say(isJson ? Wire.writePretty(Map.of()) : "No daemon is running.");
            return ExitCodes.OK;
        }
        try (Client client = running.get()) {
            long pid = client.stop();
            say(
                    isJson
                            ? Wire.writePretty(Map.of("pid", pid))
                            : "The daemon (process " + pid + ") has ended. Its jobs continue.");
            return ExitCodes.OK;
        }
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
