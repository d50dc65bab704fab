package dev.nudge.web.api;

import dev.nudge.app.Given;
import dev.nudge.app.Kill;
import dev.nudge.app.Run;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.NewsReport;
import dev.nudge.console.Services;
import dev.nudge.exec.JobInput;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Signal;
import dev.nudge.protocol.Hello;
import dev.nudge.store.LogHole;
import dev.nudge.upkeep.Retention;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers requests about jobs: lists them, starts them, ends them, removes them.
record JobRequests(Services services, Supplier<Hello> opener) {
    /// A job with everything that is known about it.
    private record WholeJob(
            JobSnapshot job,
            String output,
            @Nullable LogHole hole,
            boolean attachable,
            List<NewsReport> reports) {}

    private record KilledJob(JobSnapshot job, boolean wasEnded) {}

    private record CleanOrder(@Nullable List<Long> jobs) {}

    private record Cleaned(List<Long> removed, List<Long> kept, List<String> complaints) {}

    ApiReply list(ApiRequest request) {
        return ApiReply.ok(Map.of("jobs", services.jobs().reports().list(true)));
    }

    ApiReply start(ApiRequest request) {
        Given given = request.given(Run.FORM);
        RunRequest order = Run.ofJson(given, services.jobs().reports()::number);
        FoundJob started =
                services.jobs()
                        .starter()
                        .start(opener.get(), order, given.get(Run.AGENT), new JobInput.None());
        return ApiReply.created(Map.of("job", started.snapshot()));
    }

    ApiReply show(ApiRequest request) {
        FoundJob found = services.jobs().reports().find(request.job());
        LogHole hole = found.hole();
        return ApiReply.ok(
                new WholeJob(
                        found.snapshot(),
                        found.output().toString(),
                        hole.to() > hole.from() ? hole : null,
                        found.terminal().isPresent(),
                        services.jobs().reports().news(request.job())));
    }

    ApiReply kill(ApiRequest request) {
        Kill.Order order = Kill.Order.of(request.given(List.of(Kill.GRACE)));
        Kill.Ended killed = services.jobs().kill().end(request.job(), order);
        return ApiReply.ok(
                new KilledJob(services.jobs().reports().ended(killed.job()), killed.wasEnded()));
    }

    ApiReply signal(ApiRequest request) {
        Signal signal = request.given(List.of(Kill.SIGNAL)).require(Kill.SIGNAL);
        return ApiReply.ok(
                Map.of("processes", services.jobs().kill().signal(request.job(), signal)));
    }

    ApiReply restart(ApiRequest request) throws IOException {
        return ApiReply.orConflict(() -> {
            FoundJob started = services.jobs().starter().restart(opener.get(), request.job());
            return ApiReply.created(Map.of("job", started.snapshot()));
        });
    }

    /// Removes the named jobs; without names, all that have ended and are reported.
    ApiReply clean(ApiRequest request) throws IOException {
        List<Long> named = request.read(CleanOrder.class).jobs();
        Retention retention = services.jobs().retention();
        if (named == null) {
            Retention.Removed removed = retention.clean(_ -> true);
            return ApiReply.ok(
                    new Cleaned(removed.jobs(), retention.kept(_ -> true), removed.complaints()));
        }
        return ApiReply.orConflict(() -> {
            Retention.Removed removed = retention.remove(named);
            return ApiReply.ok(new Cleaned(removed.jobs(), List.of(), removed.complaints()));
        });
    }
}
