package dev.nudge.cli;

import dev.nudge.protocol.Hello;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/// The entry point. The pump is on the agent's path to its tools, so it does not wait for the
/// command line's library.
public final class Main {
    private Main() {}

    /// Runs nudge.
    public static void main(String[] args) {
        boolean isPump = args.length == 1 && args[0].equals("mcp");
        System.exit(isPump ? pump() : NudgeCommand.execute(args));
    }

    private static int pump() {
        try {
            new Pump(
                            Installation.connector(),
                            Installation.hello(Hello.MCP),
                            new FileInputStream(FileDescriptor.in),
                            new FileOutputStream(FileDescriptor.out))
                    .run();
            return ExitCodes.OK;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("nudge mcp: " + e.getMessage());
            return ExitCodes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        }
    }
}
