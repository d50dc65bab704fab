package dev.nudge.engine.slurm;

import dev.nudge.job.Signal;
import dev.nudge.process.ShortProgram;
import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Runs Slurm's own programs, which know how to reach a cluster and who the user is. Each call
/// blocks for some tens of milliseconds, at most for some seconds.
final class SlurmCommands {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    /// Variables that would change what the programs do.
    private static final Pattern OPTION =
            Pattern.compile("(SLURM|SBATCH|SQUEUE|SCANCEL|SCONTROL|SACCT|SALLOC|SRUN)_.*");

    private static final String CONF = "SLURM_CONF";

    /// A name may hold any character, so it comes last.
    private static final String FORMAT = "%i|%T|%N|%P|%r|%j";

    private static final Pattern UNAVAILABLE =
            Pattern.compile(
                    "(?i)unable to contact|timed out|zero bytes were|communication|connection refused|munge"
                            + "|protocol authentication|slurm_load_.*failed|in standby|resource temporarily");
    private static final Pattern UNKNOWN =
            Pattern.compile("(?i)invalid job id|already completing or completed");

    private final SlurmSite site;

    SlurmCommands(SlurmSite site) {
        this.site = site;
    }

    /// Submits a job.
    ///
    /// @return its id
    /// @throws SlurmUnavailableException if Slurm has not answered: it may have the job or not
    /// @throws IOException if it refuses; the message is its reason, in one line
    String submit(SlurmOrder order) throws IOException {
        Path folder = Files.createTempDirectory("nudge-sbatch");
        Path environment = folder.resolve("environment");
        try {
            AtomicFile.replaceUnsynced(environment, variables(order.environment()));
            List<String> words = new ArrayList<>(List.of("sbatch", "--parsable"));
            words.addAll(order.options());
            words.add("--job-name=" + order.name());
            words.add("--export-file=" + environment);
            order.array().ifPresent(indexes -> words.add("--array=" + indexes));
            // The cluster's name may follow the id.
            return run(words, order.script()).strip().split(";", 2)[0];
        } finally {
            Files.deleteIfExists(environment);
            Files.deleteIfExists(folder);
        }
    }

    private static byte[] variables(Map<String, String> environment) {
        return environment.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue() + "\0")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Lists all jobs of this user that Slurm knows, also those that ended some minutes ago.
    ///
    /// @throws SlurmUnavailableException if it does not answer
    List<SlurmJob> list() throws IOException {
        String user = System.getProperty("user.name");
        return run(List.of("squeue", "-h", "-a", "-r", "-t", "all", "-u", user, "-o", FORMAT), "")
                .lines()
                .map(line -> line.split("\\|", 6))
                .filter(fields -> fields.length == 6)
                .map(SlurmCommands::job)
                .toList();
    }

    private static SlurmJob job(String[] fields) {
        return new SlurmJob(
                fields[0],
                fields[5],
                SlurmState.named(fields[1]),
                fields[1],
                fields[4].equals("None") ? "" : fields[4],
                fields[2],
                fields[3]);
    }

    /// Cancels jobs. One that is not known, or has ended, is no error.
    ///
    /// @throws SlurmUnavailableException if Slurm does not answer
    void cancel(List<String> ids) throws IOException {
        List<String> words = new ArrayList<>(List.of("scancel"));
        words.addAll(ids);
        var _ = runOnKnown(words);
    }

    /// Sends a signal to all processes of a job that runs: the batch script, and its children.
    ///
    /// @return false if Slurm does not know the job, or if it has ended
    /// @throws SlurmUnavailableException if Slurm does not answer
    boolean signal(String id, Signal signal) throws IOException {
        return runOnKnown(List.of("scancel", "--full", "--signal=" + signal.number(), id));
    }

    private boolean runOnKnown(List<String> words) throws IOException {
        try {
            var _ = run(words, "");
            return true;
        } catch (SlurmUnavailableException e) {
            throw e;
        } catch (IOException e) {
            if (UNKNOWN.matcher(String.valueOf(e.getMessage())).find()) {
                return false;
            }
            throw e;
        }
    }

    /// Looks for a job in the accounting, which keeps it longer.
    ///
    /// @return empty if there is no accounting, or no such job
    Optional<SlurmJob> past(String id) {
        try {
            return run(
                            List.of(
                                    "sacct",
                                    "-n",
                                    "-X",
                                    "-P",
                                    "-j",
                                    id,
                                    "-o",
                                    "JobID,State,NodeList,Partition,JobName"),
                            "")
                    .lines()
                    .map(line -> line.split("\\|", 5))
                    .filter(fields -> fields.length == 5 && fields[0].equals(id))
                    .map(fields ->
                            new SlurmJob(
                                    id,
                                    fields[4],
                                    SlurmState.named(fields[1]),
                                    fields[1],
                                    "",
                                    fields[2],
                                    fields[3]))
                    .findFirst();
        } catch (IOException noAccounting) {
            return Optional.empty();
        }
    }

    /// Returns the version: `slurm-wlm 22.05.8`.
    String version() throws IOException {
        return run(List.of("sbatch", "--version"), "").strip();
    }

    private String run(List<String> words, String input) throws IOException {
        List<String> command = new ArrayList<>(words);
        command.set(0, site.programs().resolve(words.getFirst()).toString());
        ShortProgram.Result result =
                new ShortProgram(command, LIMIT, environment(), Optional.empty()).run(input);
        if (result.exitCode().isEmpty()) {
            throw new SlurmUnavailableException(
                    "%s has not answered for %d s".formatted(words.getFirst(), LIMIT.toSeconds()));
        }
        if (!result.isSuccess()) {
            throw failure(words.getFirst(), result.err());
        }
        return result.out();
    }

    private static IOException failure(String program, String said) {
        String reason =
                Arrays.stream(said.split("\n"))
                        .map(line -> line.replaceFirst("^" + program + ": ", ""))
                        .map(line -> line.replaceFirst("^error: ", "").strip())
                        .filter(line -> !line.isEmpty())
                        .reduce((_, last) -> last)
                        .orElse("no reason given");
        return UNAVAILABLE.matcher(said).find()
                ? new SlurmUnavailableException("Slurm cannot be reached: " + reason)
                : new IOException("%s: %s".formatted(program, reason));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> OPTION.matcher(name).matches());
        environment.put("LC_ALL", "C.UTF-8");
        site.conf().ifPresent(file -> environment.put(CONF, file.toString()));
        return environment;
    }
}
