package dev.nudge.cli;

import dev.nudge.cli.carrier.CarriedWords;
import dev.nudge.cli.carrier.Carrier;
import dev.nudge.cli.carrier.CarrierStreams;
import dev.nudge.cli.carrier.QuitKey;
import dev.nudge.cli.command.NudgeCommand;
import dev.nudge.cli.connection.Installation;
import dev.nudge.cli.connection.NoDaemonException;
import dev.nudge.cli.pump.AgentPipes;
import dev.nudge.cli.pump.Journal;
import dev.nudge.cli.pump.Pump;
import dev.nudge.console.ExitCodes;
import dev.nudge.host.TerminalHost;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Hello;
import dev.nudge.store.JobDirectory;
import dev.nudge.text.Complaint;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The entry point. The pump is on the agent's path to its tools, and the terminal's host on the
/// path to its answer, so neither waits for the command-line library.
public final class Main {
    private Main() {}

    /// Runs nudge.
    public static void main(String[] args) {
        boolean isPump = args.length == 1 && args[0].equals("mcp");
        boolean isHost = args.length == 4 && args[0].equals("host");
        System.exit(isPump ? pump() : isHost ? host(args) : command(args));
    }

    private static int command(String... args) {
        QuitKey.endsCommandThatWaits(args);
        CarriedWords words = new CarriedWords(List.of(args));
        return words.isCarried() ? carried(words) : NudgeCommand.execute(args);
    }

    /// Has the daemon run a command.
    private static int carried(CarriedWords words) {
        Carrier.Door door = words.isOnlooker() ? Carrier.Door.looking() : Carrier.Door.starting();
        try {
            return new Carrier(door, CarrierStreams.own(), words).run();
        } catch (NoDaemonException e) {
            System.out.println(words.withoutDaemon());
            return ExitCodes.OK;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(Complaint.of(e.getMessage()));
            return ExitCodes.FAILED;
        }
    }

    /// Runs `nudge host DIRECTORY SOCKET SIZE`, for [dev.nudge.exec.JobHost] only.
    private static int host(String[] args) {
        Path directory = Path.of(args[1]);
        try {
            TerminalHost.run(
                    new JobDirectory(directory, Long.parseLong(directory.getFileName().toString())),
                    Path.of(args[2]),
                    WindowSize.parse(args[3]),
                    new FileInputStream(FileDescriptor.in),
                    System.out);
            return ExitCodes.OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        }
    }

    /// Opens the journal. The launcher names the file that it holds open. Without one, the session
    /// ends with this process.
    private static Journal journal() {
        String name = System.getProperty("nudge.journal", "");
        try {
            return name.isEmpty()
                    ? Journal.none()
                    : Journal.open(Path.of("/proc/self/fd/8"), Path.of(name));
        } catch (IOException e) {
            return Journal.none();
        }
    }

    private static int pump() {
        try {
            new Pump(
                            Installation.connector(),
                            Installation.hello(Hello.MCP),
                            new AgentPipes(
                                    journal(),
                                    new FileInputStream(FileDescriptor.in),
                                    new FileOutputStream(FileDescriptor.out)))
                    .run();
            return ExitCodes.OK;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(Complaint.of(e.getMessage()));
            return ExitCodes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        }
    }
}
