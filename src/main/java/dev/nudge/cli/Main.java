package dev.nudge.cli;

import dev.nudge.cli.command.DaemonCommand;
import dev.nudge.cli.command.NudgeCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.host.TerminalHost;
import dev.nudge.job.WindowSize;
import dev.nudge.store.JobDirectory;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

/// The entry point of the Java part: the daemon, the program that holds a terminal, and the
/// commands that need no daemon. The native front (`src/main/c`), which is everything else, starts
/// it. An agent may wait for a daemon or a holder to start, so these do not load the command-line
/// library: to describe even one command to it takes a third of a daemon's start.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        boolean isHolder = args.length == 4 && args[0].equals("holder");
        boolean isDaemon = args.length == 1 && args[0].equals("daemon");
        System.exit(isHolder ? hold(args) : isDaemon ? serve() : NudgeCommand.execute(args));
    }

    private static int serve() {
        try {
            return DaemonCommand.serve();
        } catch (IOException | IllegalArgumentException e) {
            System.err.println(NudgeCommand.complaint(e));
            return ExitCodes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        }
    }

    /// Runs `nudge holder DIRECTORY SOCKET SIZE`, for [dev.nudge.exec.JobHost] only.
    private static int hold(String[] args) {
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
}
