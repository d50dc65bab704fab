package dev.nudge.web.api;

import dev.nudge.console.JobSnapshot;
import dev.nudge.console.Services;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Answers requests about the queue: shows its groups, adds, changes and pauses them, and holds and
/// moves jobs that wait.
final class QueueRequests {
    private static final int MOST_AT_ONCE = 999_999;

    private final Services services;

    QueueRequests(Services services) {
        this.services = services;
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
        return ApiReply.ok(new AllGroups(GroupQueue.all(services.queue())));
    }

    /// Adds a group; nothing else limits it.
    ApiReply add(ApiRequest request) throws IOException {
        LimitOrder order = request.read(LimitOrder.class);
        services.queue().add(named(order.group()), order.limit());
        return list(request);
    }

    ApiReply set(ApiRequest request) throws IOException {
        LimitOrder order = request.read(LimitOrder.class);
        services.queue().resize(named(order.group()), order.limit());
        return list(request);
    }

    ApiReply remove(ApiRequest request) throws IOException {
        String group = group(request);
        return ApiReply.orConflict(() -> {
            services.queue().remove(group);
            return list(request);
        });
    }

    ApiReply pause(ApiRequest request) throws IOException {
        services.queue().pauseGroup(group(request), false);
        return list(request);
    }

    ApiReply resume(ApiRequest request) throws IOException {
        services.queue().resumeGroup(group(request));
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

    ApiReply move(ApiRequest request) throws IOException {
        Long before = request.read(MoveOrder.class).before();
        OptionalLong place = before == null ? OptionalLong.empty() : OptionalLong.of(before);
        return ApiReply.orConflict(() -> {
            services.queue().move(request.job(), place);
            return list(request);
        });
    }

    ApiReply hold(ApiRequest request) throws IOException {
        return ApiReply.orConflict(() -> {
            boolean _ = services.queue().pauseJob(request.job(), false);
            return held(request);
        });
    }

    ApiReply release(ApiRequest request) throws IOException {
        return ApiReply.orConflict(() -> {
            boolean _ = services.queue().resumeJob(request.job());
            return held(request);
        });
    }

    private ApiReply held(ApiRequest request) {
        return ApiReply.ok(new HeldJob(services.jobs().reports().of(request.job())));
    }
}
