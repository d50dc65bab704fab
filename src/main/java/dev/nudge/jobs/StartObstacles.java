package dev.nudge.jobs;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.job.Job;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.jobs.queue.Group;
import dev.nudge.request.RunRequest;
import java.util.Optional;

/// What keeps a job from ever being started by its group and its engine.
final class StartObstacles {
    private final Jobs jobs;
    private final Groups groups;
    private final Engines engines;

    StartObstacles(Jobs jobs, Groups groups, Engines engines) {
        this.jobs = jobs;
        this.groups = groups;
        this.engines = engines;
    }

    /// Returns why a command can never be started as requested, and what to do; empty if it can.
    Optional<String> to(RunRequest request) {
        return waiting(request.queueing()).or(() -> running(request));
    }

    private Optional<String> waiting(Queueing queueing) {
        if (groups.find(queueing.group()).isEmpty()) {
            return Optional.of(
                    "there is no group \"%s\"; there are: %s"
                            .formatted(
                                    queueing.group(),
                                    String.join(
                                            ", ",
                                            groups.all().stream().map(Group::name).toList())));
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
