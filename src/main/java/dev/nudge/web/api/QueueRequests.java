package dev.nudge.web.api;

import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.queue.GroupQueue;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers requests about the queue: shows its groups, pauses them, and holds jobs that wait.
public final class QueueRequests {
    private final JobReports reports;
    private final QueueDesk desk;

    public QueueRequests(JobReports reports, QueueDesk desk) {
        this.reports = reports;
        this.desk = desk;
    }

    private record AllGroups(List<GroupQueue> groups) {}

    private record GroupOrder(@Nullable String group) {}

    private record HeldJob(JobSnapshot job) {}

    ApiReply list(ApiRequest request) {
        return ApiReply.ok(new AllGroups(GroupQueue.all(desk)));
    }

    ApiReply pause(ApiRequest request) throws IOException {
        desk.pauseGroup(group(request), false);
        return list(request);
    }

    ApiReply resume(ApiRequest request) throws IOException {
        desk.resumeGroup(group(request));
        return list(request);
    }

    private static String group(ApiRequest request) {
        String group = request.read(GroupOrder.class).group();
        if (group == null) {
            throw new IllegalArgumentException("group is missing; expected the name of a group.");
        }
        return group;
    }

    ApiReply hold(ApiRequest request) throws IOException {
        return hold(request, true);
    }

    ApiReply release(ApiRequest request) throws IOException {
        return hold(request, false);
    }

    private ApiReply hold(ApiRequest request, boolean isHeld) throws IOException {
        try {
            if (isHeld) {
                desk.pauseJob(request.job(), false);
            } else {
                desk.resumeJob(request.job());
            }
        } catch (IllegalArgumentException e) {
            throw new ConflictException(e);
        }
        return ApiReply.ok(new HeldJob(reports.of(request.job())));
    }
}
