package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `nudge clean`: removes what nobody needs any more.
@Command(
        name = "clean",
        description = {
            "Removes the jobs that have ended, with their output. A job whose agent is still to be",
            "told of its end stays."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class CleanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        int count = Answers.ask(new Request.Clean(), Response.Cleaned.class).jobs().size();
        spec.commandLine()
                .getOut()
                .println(count == 1 ? "1 job removed." : count + " jobs removed.");
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}
