package dev.nudge.web.api;

import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Answers requests about the queue: shows its groups, adds, changes and pauses them, and holds and
/// moves jobs that wait.
public final class QueueRequests {
    private static final int MOST_AT_ONCE = 999_999;

    private final JobReports reports;
    private final QueueDesk desk;

    public QueueRequests(JobReports reports, QueueDesk desk) {
        this.reports = reports;
        this.desk = desk;
    }

    private record AllGroups(List<GroupQueue> groups) {}

    private record GroupOrder(@Nullable String group) {}

    /// @param parallel how many of its jobs run at once; null for any number
    private record LimitOrder(@Nullable String group, @Nullable Integer parallel) {
        OptionalInt limit() {
            if (parallel != null && (parallel < 1 || parallel > MOST_AT_ONCE)) {
                throw new IllegalArgumentException(
                        "parallel is %d; expected 1 to %d, or null for no limit."
                                .formatted(parallel, MOST_AT_ONCE));
            }
            return parallel == null ? OptionalInt.empty() : OptionalInt.of(parallel);
        }
    }

    /// @param before the job of the same group in whose place it comes; null for the end
    private record MoveOrder(@Nullable Long before) {}

    private record HeldJob(JobSnapshot job) {}

    ApiReply list(ApiRequest request) {
        return ApiReply.ok(new AllGroups(GroupQueue.all(desk)));
    }

    /// Adds a group; nothing else limits it.
    ApiReply add(ApiRequest request) throws IOException {
        LimitOrder order = request.read(LimitOrder.class);
        desk.add(named(order.group()), order.limit());
        return list(request);
    }

    /// Changes how many jobs of a group run at once.
    ApiReply set(ApiRequest request) throws IOException {
        LimitOrder order = request.read(LimitOrder.class);
        desk.resize(named(order.group()), order.limit());
        return list(request);
    }

    ApiReply remove(ApiRequest request) throws IOException {
        String group = group(request);
        try {
            desk.remove(group);
        } catch (IllegalArgumentException e) {
            throw new ConflictException(e);
        }
        return list(request);
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
        return named(request.read(GroupOrder.class).group());
    }

    private static String named(@Nullable String group) {
        if (group == null) {
            throw new IllegalArgumentException("group is missing; expected the name of a group.");
        }
        return TextBound.WORD.checked("group", group);
    }

    /// Moves a job that waits to another place among those of its group.
    ApiReply move(ApiRequest request) throws IOException {
        Long before = request.read(MoveOrder.class).before();
        try {
            desk.move(
                    request.job(), before == null ? OptionalLong.empty() : OptionalLong.of(before));
        } catch (IllegalArgumentException e) {
            throw new ConflictException(e);
        }
        return list(request);
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
                boolean _ = desk.pauseJob(request.job(), false);
            } else {
                boolean _ = desk.resumeJob(request.job());
            }
        } catch (IllegalArgumentException e) {
            throw new ConflictException(e);
        }
        return ApiReply.ok(new HeldJob(reports.of(request.job())));
    }
}
