package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.job.Signal;
import dev.nudge.process.ShortProgram;
import dev.nudge.store.AtomicFile;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The programs of Slurm. Each call runs one, on any thread, and blocks for 10 s at most.
///
/// What a call throws, unless it says more:
///
/// * [UnreachableException] if there is no answer, also if a program takes longer
/// * [SlurmRefusedException] if Slurm refuses it, and [SlurmFullException] if for now only
/// * another [IOException] if this thread is interrupted
///
/// @param place where the programs are, and the file that names the cluster (`SLURM_CONF`), if any
public record SlurmCommands(EngineChoice place) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// Enough for some 100,000 jobs.
    private static final int MOST_LISTED = 64 << 20;

    /// How many ids fit into one argument of a program, which may be 128 KiB long.
    private static final int MOST_NAMED = 4000;

    /// The name comes last, so that it cannot pass for another job, unless it holds a line end.
    private static final String COLUMNS = "%i|%T|%r|%P|%N|%j";

    private static final Pattern ID = Pattern.compile("\\d[\\d_+]*");

    /// What the programs say if no controller, no accounting or no authentication can be reached.
    private static final Pattern UNREACHABLE =
            Pattern.compile(
                    "Unable to contact|timed out|Connection refused|connect failure|Communication"
                            + "|standby mode|unable to accept|Zero Bytes|authentication|[Mm]unge"
                            + "|talking to the database|slurmdbd|cannot stat file|Unable to establish"
                            + "|No route to host|Transport endpoint|Unable to process configuration");

    /// What `sbatch` says if the user has as many jobs as the cluster allows. The sentence about
    /// the policy behind it would also be said of a job that can never be submitted.
    private static final Pattern FULL = Pattern.compile("(Max|Grp)SubmitJob");

    private static final Pattern NOT_THERE =
            Pattern.compile("Invalid job id specified|already completing or completed");

    private static final String PREFIX =
            "^((sbatch|squeue|scancel|sacct): (error: )?|slurm_load_jobs error: )";

    private static final String NO_ACCOUNTING = "accounting storage is disabled";

    static final String USUAL_PROGRAMS = "/usr/bin";

    private static final String CONF = "SLURM_CONF";

    /// Finds Slurm by `PATH` and `SLURM_CONF`.
    ///
    /// @throws IllegalArgumentException if there is none; the message says what to do
    static EngineChoice found(List<String> options, Map<String, String> environment) {
        String path = environment.getOrDefault("PATH", "");
        Optional<String> programs =
                Stream.of(path.split(":"))
                        .filter(folder -> folder.startsWith("/"))
                        .map(Path::of)
                        .filter(folder -> Files.isExecutable(folder.resolve("sbatch")))
                        .map(Path::toString)
                        .findFirst();
        if (programs.isEmpty()) {
            throw new IllegalArgumentException(
                    "sbatch is not in PATH (%s); install the programs of Slurm (package slurm-client), or add their directory to PATH"
                            .formatted(path));
        }
        Optional<String> conf =
                Optional.ofNullable(environment.get(CONF))
                        .filter(file -> !file.isEmpty())
                        .map(file -> Path.of(file).toString());
        return new EngineChoice(SlurmEngine.NAME, options, programs, conf);
    }

    /// Returns the environment of the programs: that of this process without what changes how they
    /// work, and with messages in English.
    private Map<String, String> environment() {
        Map<String, String> kept = new HashMap<>(System.getenv());
        kept.keySet()
                .removeIf(name ->
                        Stream.of("SBATCH_", "SLURM_", "SQUEUE_", "SCANCEL_", "SACCT_")
                                .anyMatch(name::startsWith));
        kept.put("LC_ALL", "C.UTF-8");
        place.configuration().ifPresent(file -> kept.put(CONF, file));
        return kept;
    }

    /// Submits a job, and returns its number. Of this process, only directory, umask and limits
    /// reach it, unless its options say otherwise.
    ///
    /// @param environment the file in which `sbatch` finds the environment: made with mode 0600,
    ///   and removed once it has run. It stays if this process is killed meanwhile
    /// @throws UnreachableException also if it is not known whether it was submitted: look for its
    ///   name before another attempt
    public String submit(SlurmOrder order, Path environment) throws IOException {
        Files.deleteIfExists(environment);
        try {
            Files.createFile(environment, AtomicFile.PRIVATE_FILE);
            StringBuilder variables = new StringBuilder();
            order.environment()
                    .forEach((name, value) -> variables.append(name + "=" + value + "\0"));
            Files.write(environment, Bytes.of(variables.toString()));
            List<String> words = new ArrayList<>(List.of("sbatch", "--parsable"));
            words.add("--job-name=" + order.name());
            words.add("--export-file=" + environment);
            order.array().ifPresent(indices -> words.add("--array=" + indices));
            words.addAll(order.options());
            // "17", or "17;cluster".
            return answer(run(order.script(), words)).strip().split(";", 2)[0];
        } finally {
            Files.deleteIfExists(environment);
        }
    }

    /// Lists all jobs of this user, also those that have ended, until Slurm forgets them (its
    /// setting `MinJobAge`); each element of an array is one.
    public List<SlurmJob> list() throws IOException {
        String listed = answer(run("", "squeue", "--me", "-h", "-r", "-t", "all", "-o", COLUMNS));
        return rows(listed, 6)
                .map(row -> job(row[0], row[1], row[2], row[3], row[4], row[5]))
                .toList();
    }

    /// Ends a job: one that waits at once, one that runs by SIGTERM, and by SIGKILL after the time
    /// that is set in Slurm (`KillWait`, usually 30 s). Returns false as [#signal].
    public boolean cancel(String id) throws IOException {
        return isDone(run("", "scancel", id));
    }

    /// Sends a signal to the process group of the batch script, but not to processes that have left
    /// it. Only to a job that runs: without the state, scancel would try for longer than 10 s while
    /// it waits. SIGKILL has Slurm send SIGTERM first. Returns false if Slurm does not know the job
    /// any more.
    public boolean signal(String id, Signal signal) throws IOException {
        String number = "--signal=" + signal.number();
        return isDone(run("", "scancel", "--state=RUNNING", number, "--full", id));
    }

    /// Ends the batch script, and so the job, by SIGKILL alone, which the host cannot record.
    /// [#signal] would have Slurm send SIGTERM first, and wait. Returns false as [#signal].
    public boolean kill(String id) throws IOException {
        return isDone(run("", "scancel", "--state=RUNNING", "--signal=KILL", "--batch", id));
    }

    private static boolean isDone(ShortProgram.Result result) throws IOException {
        // It fails without a word if the job is ending.
        boolean isGone = result.err().isBlank() || NOT_THERE.matcher(result.err()).find();
        if (result.exitCode().isPresent() && !result.isSuccess() && isGone) {
            return false;
        }
        answer(result);
        return true;
    }

    /// Returns jobs from the accounting of the cluster, with empty reasons: those that it knows;
    /// none if there is no accounting. Asks it once for thousands of jobs, and not at all for none.
    public List<SlurmJob> past(List<String> ids) throws IOException {
        List<SlurmJob> known = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += MOST_NAMED) {
            known.addAll(pastOf(ids.subList(from, Math.min(ids.size(), from + MOST_NAMED))));
        }
        return known;
    }

    private List<SlurmJob> pastOf(List<String> ids) throws IOException {
        if (!Files.isExecutable(program("sacct"))) {
            return List.of();
        }
        String columns = "--format=JobID,State,Partition,NodeList,JobName";
        ShortProgram.Result result =
                run("", "sacct", "-n", "-P", "-X", "-j", String.join(",", ids), columns);
        if (result.said().contains(NO_ACCOUNTING)) {
            return List.of();
        }
        return rows(answer(result), 5)
                .map(row -> job(row[0], row[1], "", row[2], row[3], row[4]))
                .toList();
    }

    /// Returns Slurm's version, such as `22.05.8`. Asks no controller.
    public String version() throws IOException {
        String said = answer(run("", "sbatch", "--version")).strip();
        return said.substring(said.lastIndexOf(' ') + 1);
    }

    /// Splits each row into its columns; the last one takes the rest. Other lines are left out.
    static Stream<String[]> rows(String listed, int columns) {
        return listed.lines()
                .map(line -> line.split("\\|", columns))
                .filter(row -> row.length == columns && ID.matcher(row[0]).matches());
    }

    private static SlurmJob job(
            String id, String state, String reason, String partition, String nodes, String name) {
        return new SlurmJob(id, name, SlurmState.named(state), state, reason, nodes, partition);
    }

    private Path program(String name) {
        return Path.of(place.programs().orElse(USUAL_PROGRAMS), name);
    }

    private ShortProgram.Result run(String input, String... words) throws IOException {
        return run(input, List.of(words));
    }

    private ShortProgram.Result run(String input, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(words);
        command.set(0, program(words.getFirst()).toString());
        ShortProgram.Result result =
                new ShortProgram(command, LIMIT, environment(), Optional.empty(), MOST_LISTED)
                        .run(input);
        if (result.exitCode().isEmpty()) {
            throw new UnreachableException(
                    "%s took over %d s. %s"
                            .formatted(words.getFirst(), LIMIT.toSeconds(), inOneLine(result)));
        }
        return result;
    }

    private static String answer(ShortProgram.Result result) throws IOException {
        if (result.isCut()) {
            // A job that is not in it must not count as one that Slurm does not know.
            throw new UnreachableException("Slurm's answer is longer than 64 MiB");
        }
        if (result.isSuccess()) {
            return result.out();
        }
        if (UNREACHABLE.matcher(result.err()).find()) {
            throw new UnreachableException(inOneLine(result));
        }
        if (FULL.matcher(result.err()).find()) {
            throw new SlurmFullException(inOneLine(result));
        }
        throw new SlurmRefusedException(inOneLine(result));
    }

    private static String inOneLine(ShortProgram.Result result) {
        return result.said()
                .lines()
                .map(line -> line.replaceFirst(PREFIX, ""))
                .collect(Collectors.joining("; "));
    }

    /// Slurm takes no more jobs of this user until some of them have ended.
    public static final class SlurmFullException extends IOException {
        private static final long serialVersionUID = 1L;

        public SlurmFullException(String message) {
            super(message);
        }
    }

    /// Slurm does not do what was asked, such as for a partition that does not exist.
    public static final class SlurmRefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        public SlurmRefusedException(String message) {
            super(message);
        }
    }

    /// A job for Slurm, with more options of sbatch, such as `--partition=gpu`.
    ///
    /// @param script the batch script, whose first line is `#!/bin/sh`
    /// @param environment the environment of the script, the whole of it, but for what Slurm adds
    ///   (`SLURM_…`, `HOSTNAME`, `ENVIRONMENT`, `TMPDIR`)
    /// @param array the indices of its elements, as for `--array`; empty for a single job
    public record SlurmOrder(
            String name,
            List<String> options,
            String script,
            Map<String, String> environment,
            Optional<String> array) {
        public SlurmOrder {
            if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        "the name of a Slurm job is empty or holds a control character: " + name);
            }
            options = List.copyOf(options);
            environment = Map.copyOf(environment);
        }
    }
}
