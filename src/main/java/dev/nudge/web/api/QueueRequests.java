package dev.nudge.web.api;

import dev.nudge.console.Services;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Answers requests about the queue: shows its groups, adds, changes and pauses them, and holds and
/// moves jobs that wait.
record QueueRequests(Services services) {
    private static final int MOST_AT_ONCE = 999_999;

    /// What a request may give.
    ///
    /// @param parallel how many jobs of the group run at once; empty for any number
    /// @param before the job of the same group in whose place another one comes; empty for the end
    private record Order(@Nullable String group, OptionalInt parallel, OptionalLong before) {
        String named() {
            if (group == null) {
                throw new IllegalArgumentException(
                        "group is missing; expected the name of a group.");
            }
            return TextBound.WORD.checked("group", group);
        }

        OptionalInt limit() {
            parallel.ifPresent(limit -> {
                if (limit < 1 || limit > MOST_AT_ONCE) {
                    throw new IllegalArgumentException(
                            "parallel is %d; expected 1 to %d, or null for no limit."
                                    .formatted(limit, MOST_AT_ONCE));
                }
            });
            return parallel;
        }
    }

    ApiReply list(ApiRequest request) {
        return ApiReply.ok(Map.of("groups", GroupQueue.all(services.queue())));
    }

    /// Adds a group; nothing else limits it.
    ApiReply add(ApiRequest request) throws IOException {
        Order order = request.read(Order.class);
        services.queue().add(order.named(), order.limit());
        return list(request);
    }

    ApiReply set(ApiRequest request) throws IOException {
        Order order = request.read(Order.class);
        services.queue().resize(order.named(), order.limit());
        return list(request);
    }

    ApiReply remove(ApiRequest request) throws IOException {
        String group = request.read(Order.class).named();
        return ApiReply.orConflict(() -> {
            services.queue().remove(group);
            return list(request);
        });
    }

    ApiReply pause(ApiRequest request) throws IOException {
        services.queue().pauseGroup(request.read(Order.class).named(), false);
        return list(request);
    }

    ApiReply resume(ApiRequest request) throws IOException {
        services.queue().resumeGroup(request.read(Order.class).named());
        return list(request);
    }

    ApiReply move(ApiRequest request) throws IOException {
        OptionalLong before = request.read(Order.class).before();
        return ApiReply.orConflict(() -> {
            services.queue().move(request.job(), before);
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
        return ApiReply.ok(Map.of("job", services.jobs().reports().of(request.job())));
    }
}
