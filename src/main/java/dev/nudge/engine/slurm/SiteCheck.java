package dev.nudge.engine.slurm;

import dev.nudge.engine.Cluster.EngineCheck;
import dev.nudge.engine.Cluster.EngineCheck.Verdict;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Polling;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.engine.slurm.SlurmCommands.SlurmRefusedException;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out whether jobs of a group can run in a cluster: whether its programs are there, whether
/// its controller answers, and by a job of its own, whether a node sees the state directory.
record SiteCheck(StateDirectory state, Sites sites) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String PROBE = "probe-";

    /// From when on a probe belongs to no check any more.
    private static final Duration STALE = Duration.ofHours(1);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final String SHARE =
            "move it to where the nodes see it under the same path, and leave a symbolic link to it in its old place (docs/slurm.md)";

    /// Checks one thing after the other, until one is wrong. Blocks for at most about a minute.
    List<EngineCheck> of(EngineChoice choice) {
        List<EngineCheck> checks = new ArrayList<>();
        try {
            String version = new SlurmCommands(choice).version();
            String programs = choice.programs().orElse(SlurmCommands.USUAL_PROGRAMS);
            checks.add(good("Slurm %s in %s".formatted(version, programs)));
        } catch (IOException e) {
            checks.add(
                    wrong(
                            "sbatch cannot be run: " + Reasons.of(e),
                            "install the programs of Slurm there, or set the group's engine again where sbatch is in PATH"));
            return checks;
        }
        try {
            List<SlurmJob> _ = sites.ask(choice, SlurmCommands::list);
            checks.add(good("slurmctld answers"));
            checks.add(probe(choice));
        } catch (IOException e) {
            checks.add(
                    wrong(
                            "Slurm cannot be asked: " + Reasons.of(e),
                            "jobs wait until it does; scontrol ping and your administrator may know more"));
        }
        return checks;
    }

    private static EngineCheck good(String what) {
        return new EngineCheck(Verdict.GOOD, what, "");
    }

    private static EngineCheck wrong(String what, String advice) {
        return new EngineCheck(Verdict.WRONG, what, advice);
    }

    private EngineCheck probe(EngineChoice choice) throws IOException {
        removeStale();
        Path file = Files.createTempFile(state.named().root(), PROBE, "", AtomicFile.PRIVATE_FILE);
        try {
            SlurmOrder order = order(choice, file);
            String id = sites.ask(choice, slurm -> slurm.submit(order, environment(file)));
            Probe probe = new Probe(choice, id, file);
            boolean _ = Polling.await(LIMIT, LONGEST_PAUSE, probe::isOver);
            sites.cancelEventually(choice, id);
            return probe.result();
        } catch (SlurmRefusedException e) {
            return wrong(
                    "sbatch refuses a job of the group: " + Reasons.of(e),
                    "change the options of the group: nudge group set");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void removeStale() throws IOException {
        Instant limit = Instant.now().minus(STALE);
        try (DirectoryStream<Path> probes = Files.newDirectoryStream(state.root(), PROBE + "*")) {
            for (Path probe : probes) {
                if (Instant.ofEpochMilli(probe.toFile().lastModified()).isBefore(limit)) {
                    Files.deleteIfExists(probe);
                }
            }
        }
    }

    private static Path environment(Path probe) {
        return probe.resolveSibling(probe.getFileName() + ".env");
    }

    private SlurmOrder order(EngineChoice choice, Path file) throws IOException {
        List<String> options = new ArrayList<>();
        choice.options().forEach(option -> options.add("--" + option));
        options.addAll(List.of("--no-requeue", "--chdir=/", "--output=/dev/null", "--time=1"));
        String quoted = ShellWords.quote(file.toString());
        String script =
                """
                #!/bin/sh
                [ -e %s ] || exit 1
                if %s here 2>/dev/null; then
                    echo "${SLURMD_NODENAME:-a-node}" >%s
                else
                    echo "%s" >%s
                fi
                """
                        .formatted(
                                quoted,
                                BatchScript.program(state.named()),
                                quoted,
                                BatchScript.CANNOT_RUN,
                                quoted);
        return new SlurmOrder("nudge-doctor", options, script, Map.of(), Optional.empty());
    }

    /// A job that writes the name of its node into a file.
    private final class Probe {
        private final EngineChoice place;
        private final String id;
        private final Path file;
        private Optional<SlurmJob> job = Optional.empty();
        private String node = "";

        Probe(EngineChoice place, String id, Path file) {
            this.place = place;
            this.id = id;
            this.file = file;
        }

        boolean isOver() {
            try {
                job =
                        sites.ask(place, SlurmCommands::list).stream()
                                .filter(listed -> listed.id().equals(id))
                                .findFirst();
                // Read last: once the job has ended, it is there.
                node = Files.readString(file).strip();
            } catch (IOException e) {
                return false;
            }
            return !node.isEmpty() || job.filter(its -> its.state().isEnded()).isPresent();
        }

        private String where() {
            return job.map(SlurmJob::nodes).filter(name -> !name.isEmpty()).orElse("a node");
        }

        EngineCheck result() {
            return switch (job.map(SlurmJob::state).orElse(SlurmState.UNKNOWN)) {
                case SlurmState _ when node.contains(" ") ->
                        wrong(node, "give the group nodes that can run it: --constraint");
                case SlurmState _ when !node.isEmpty() -> seenBy(node);
                // It has found the file: its own record is late.
                case COMPLETED -> seenBy(where());
                case FAILED ->
                        wrong(
                                "a job on %s does not see the state directory %s"
                                        .formatted(where(), state.root()),
                                SHARE);
                case SlurmState its when its.isEnded() ->
                        unknown("has ended without an answer", "run nudge doctor again");
                default ->
                        unknown(
                                "is not over after %d s".formatted(LIMIT.toSeconds()),
                                "run nudge doctor again when the cluster has room for it");
            };
        }

        private EngineCheck seenBy(String place) {
            return good(place + " sees the state directory");
        }

        private EngineCheck unknown(String what, String advice) {
            return new EngineCheck(
                    Verdict.UNKNOWN,
                    "it is not known whether the nodes see the state directory: a job that looks %s: %s"
                            .formatted(what, job.map(SlurmJob::words).orElse("unknown")),
                    advice);
        }
    }
}
