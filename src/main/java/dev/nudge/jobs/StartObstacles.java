package dev.nudge.jobs;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.RunRequest;
import dev.nudge.text.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What keeps a job from ever being started: its directory, its options, its group or its engine.
record StartObstacles(Jobs jobs, Groups groups, Engines engines) {
    /// Returns why a request can never start in this absolute directory, and what to do, if so.
    Optional<String> to(RunRequest request, String cwd) {
        return entering(Bytes.path(cwd))
                .or(() -> retrying(request))
                .or(() -> waiting(request.queueing()))
                .or(() -> running(request));
    }

    private static Optional<String> entering(Path cwd) {
        if (Files.notExists(cwd)) {
            return Optional.of("the directory " + Bytes.shown(cwd) + " does not exist");
        }
        if (!Files.isDirectory(cwd)) {
            return Optional.of(Bytes.shown(cwd) + " is not a directory");
        }
        return Files.isExecutable(cwd)
                ? Optional.empty()
                : Optional.of(
                        "the directory %s cannot be entered: permission denied"
                                .formatted(Bytes.shown(cwd)));
    }

    /// What was typed into its terminal would have to be typed again.
    private static Optional<String> retrying(RunRequest request) {
        return request.terminal()
                .filter(_ -> request.queueing().retry().isPresent())
                .map(_ -> "a job on a terminal cannot be retried; leave one of the two out");
    }

    private Optional<String> waiting(Queueing queueing) {
        if (groups.find(queueing.group()).isEmpty()) {
            return Optional.of(
                    "there is no group \"%s\"; there are: %s"
                            .formatted(queueing.group(), groups.names()));
        }
        return queueing.after().stream()
                .flatMap(before -> obstacle(before).stream())
                .findFirst()
                .map("it waits for job %s"::formatted);
    }

    private Optional<String> running(RunRequest request) {
        EngineChoice choice = groups.require(request.queueing().group()).engine();
        return engines.of(choice)
                .fit(request.terminal().isPresent(), request.limits().bounds())
                .obstacle();
    }

    private Optional<String> obstacle(Dependency before) {
        Optional<Job> job = jobs.find(before.job()).map(JobEntry::job);
        if (job.isEmpty()) {
            return Optional.of(before.job() + ", which does not exist");
        }
        return job.filter(found -> before.mustSucceed() && found.hasFailed())
                .map(failed ->
                        "%d, which did not succeed: %s"
                                .formatted(failed.number(), failed.outcome()));
    }
}
