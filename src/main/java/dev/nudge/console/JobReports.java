package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.record.JobRecord;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.JobStore;
import dev.nudge.upkeep.BinaryOutputs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reports jobs to people: as recorded, and whether their agents can still be notified.
public final class JobReports {
    private final Jobs jobs;
    private final Agents agents;
    private final JobStore store;
    private final BinaryOutputs binaries;

    public JobReports(Jobs jobs, Agents agents, JobStore store, BinaryOutputs binaries) {
        this.store = store;
        this.binaries = binaries;
        this.jobs = jobs;
        this.agents = agents;
    }

    /// Returns the jobs, running ones first, by number. Blocks for a tmux call for each agent with
    /// unreported results.
    ///
    /// @param all whether to include those that have ended and been reported
    List<JobRecord> list(boolean all) {
        Map<NudgeTarget, Boolean> known = new HashMap<>();
        return jobs.all().stream()
                .filter(j -> all || !j.isEnded() || j.nudge().isOpen())
                .sorted(Comparator.comparing(Job::isEnded))
                .map(j -> report(j, known))
                .toList();
    }

    /// Returns one job.
    ///
    /// @throws IllegalArgumentException if there is no such job; the message names some that exist
    JobRecord of(long number) {
        return report(jobs.require(number).job(), new HashMap<>());
    }

    private JobRecord report(Job job, Map<NudgeTarget, Boolean> known) {
        boolean isStuck =
                job.isEnded()
                        && job.nudge().isOpen()
                        && !job.target()
                                .map(t -> known.computeIfAbsent(t, agents::canBeTold))
                                .orElse(false);
        return JobRecord.of(
                isStuck ? job.withNudge(new Nudge.Undelivered()) : job,
                written(job.number()),
                binaries.bytes(job).isPresent() ? true : null);
    }

    private @Nullable Long written(long number) {
        try {
            return Files.size(store.directory(number).output());
        } catch (IOException e) {
            return null;
        }
    }
}
