package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nudge logs JOB`: what a job has written.
@Command(
        name = "logs",
        description = "Prints the output of a job, stdout and stderr together, byte for byte.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class LogsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "JOB", description = "The job's number, as \"nudge ps\" shows it.")
    private long job;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "Only the last N lines.")
    private @Nullable Integer lines;

    @Override
    public Integer call() throws IOException {
        if (lines != null && lines < 0) {
            throw new IllegalArgumentException("--lines is " + lines + "; expected 0 or more.");
        }
        Response.JobFound found = Answers.ask(new Request.ShowJob(job), Response.JobFound.class);
        OutputLog log = new OutputLog(Path.of(found.output()), found.holeFrom(), found.holeTo());
        long missing = log.copy(lines == null ? 0 : log.startOfLastLines(lines), System.out);
        System.out.flush();
        if (missing > 0) {
            System.err.printf(
                    "nudge: %d bytes are missing behind byte %d: the log was over its bound (NUDGE_MAX_LOG), and its middle was given back to the file system.%n",
                    missing, found.holeFrom());
        }
        return ExitCodes.OK;
    }
}
