package dev.nudge.cli;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.terminal.Transcript;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
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
    private static final long PLAYED = 32L << 20;

    @Parameters(paramLabel = "JOB", description = "The job's number, as \"nudge ps\" shows it.")
    private long job;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "Only the last N lines.")
    private @Nullable Integer lines;

    @Option(
            names = "--text",
            description =
                    "What there is to be read, for a job on a terminal: its text without what was"
                            + " overwritten and without colours. Of a long output, the last 32 MiB.")
    private boolean isText;

    @Override
    public Integer call() throws IOException {
        if (lines != null && lines < 0) {
            throw new IllegalArgumentException("--lines is " + lines + "; expected 0 or more.");
        }
        Response.JobFound found = Answers.ask(new Request.ShowJob(job), Response.JobFound.class);
        if (isText) {
            text(found).forEach(System.out::println);
            System.out.flush();
            return ExitCodes.OK;
        }
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

    private List<String> text(Response.JobFound found) throws IOException {
        String terminal = found.job().terminal();
        if (terminal == null) {
            throw new IllegalArgumentException(
                    "Job %d has no terminal: its output is text as it is. Leave --text out."
                            .formatted(job));
        }
        WindowSize size = WindowSize.parse(terminal);
        try (FileChannel log = FileChannel.open(Path.of(found.output()))) {
            log.position(Math.max(found.holeTo(), log.size() - PLAYED));
            String text = Transcript.of(Channels.newInputStream(log), size.columns(), size.rows());
            List<String> all = text.lines().toList();
            int from = lines == null ? 0 : Math.max(0, all.size() - lines);
            return all.subList(from, all.size());
        }
    }
}
