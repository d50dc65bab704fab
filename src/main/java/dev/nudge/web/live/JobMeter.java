package dev.nudge.web.live;

import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.process.ProcessLoad;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/// Reports once a second what a job uses, until it has ended.
record JobMeter(long job, JobReports reports, LiveEvent.Sink page) implements LiveTasks.Task {
    private static final Duration PACE = Duration.ofSeconds(1);

    private record Look(long nanos, ProcessLoad load, long bytes) {}

    @Override
    public void run() throws IOException, InterruptedException {
        Look last = look(reports.of(job));
        while (true) {
            Thread.sleep(PACE);
            JobSnapshot shown = reports.of(job);
            if (shown.job().isEnded()) {
                return;
            }
            Look now = look(shown);
            page.send(measured(last, now));
            last = now;
        }
    }

    private Look look(JobSnapshot shown) {
        return new Look(System.nanoTime(), reports.load(job), shown.outputBytes().orElse(0));
    }

    private LiveEvent measured(Look last, Look now) {
        double seconds = (now.nanos() - last.nanos()) / 1e9;
        Duration cpu = now.load().cpuTime().minus(last.load().cpuTime());
        return new LiveEvent.Measured(
                job,
                Instant.now(),
                percent(cpu, seconds),
                now.load().memoryBytes(),
                now.load().processes(),
                now.bytes(),
                Math.max(0, Math.round((now.bytes() - last.bytes()) / seconds)));
    }

    /// Returns the share of one CPU in percent, with one decimal.
    private static double percent(Duration cpu, double seconds) {
        return Math.max(0, Math.round(cpu.toMillis() / seconds) / 10.0);
    }
}
