package dev.nudge.notify;

import dev.nudge.job.Job;
import dev.nudge.process.ShortProgram;
import dev.nudge.text.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The user's own command for notices (setting `notify_command`).
///
/// @param command the command for `sh -c`; the job is its standard input, as JSON
/// @param environment returns the environment for a job's notices
record CommandHook(String command, Function<Job, Map<String, String>> environment) {
    private static final Logger LOG = System.getLogger(CommandHook.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// Runs the command. Blocks for at most 10 s.
    void run(Notice notice) throws InterruptedException {
        String folder = notice.job().spec().cwd();
        // Java starts no program in a directory whose name is not UTF-8.
        Path cwd = Path.of(Bytes.differs(folder) ? "/" : folder);
        ShortProgram program =
                new ShortProgram(
                        List.of("sh", "-c", command),
                        LIMIT,
                        environment.apply(notice.job()),
                        Optional.of(Files.isDirectory(cwd) ? cwd : Path.of("/")));
        program.failure(notice.json() + "\n")
                .ifPresent(reason ->
                        LOG.log(
                                Level.WARNING,
                                "notify_command for job {0} ({1}): {2}",
                                Long.toString(notice.job().number()),
                                notice.event(),
                                reason));
    }
}
