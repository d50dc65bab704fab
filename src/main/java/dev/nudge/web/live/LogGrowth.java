package dev.nudge.web.live;

import dev.nudge.console.FoundJob;
import dev.nudge.console.JobReports;
import dev.nudge.store.LogHole;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reports how a log grows, until its job has ended.
record LogGrowth(long job, JobReports reports, LiveEvent.Sink page) implements LiveTasks.Task {
    private static final Duration PACE = Duration.ofMillis(100);

    @Override
    public void run() throws IOException, InterruptedException {
        LiveEvent.@Nullable Grown last = null;
        while (last == null || !last.ended()) {
            LiveEvent.Grown now = look();
            if (!now.equals(last)) {
                page.send(now);
                last = now;
            }
            Thread.sleep(PACE);
        }
    }

    private LiveEvent.Grown look() {
        FoundJob found = reports.find(job);
        LogHole hole = found.hole();
        return new LiveEvent.Grown(
                job,
                found.snapshot().outputBytes().orElse(0),
                hole.to() > hole.from() ? hole : null,
                found.job().isEnded());
    }
}
