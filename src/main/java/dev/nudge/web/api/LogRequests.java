package dev.nudge.web.api;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.Services;
import dev.nudge.console.log.LogWindow;
import dev.nudge.store.LogHole;
import dev.nudge.store.LogTimes;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Answers requests about the output of jobs: windows of the log, its growth, the whole of it.
record LogRequests(Services services) {
    private static final int MOST_LINES = 100_000;

    private FoundJob find(ApiRequest request) {
        return services.jobs().reports().find(request.job());
    }

    private record Time(Instant at, long bytes) {}

    /// Answers with a window: `from` and `length` count bytes; `lines` counts those from the line
    /// at `from`, or the last ones before `to`. It begins inside a line that is too long.
    ApiReply window(ApiRequest request) throws IOException {
        LogWindow log = new LogWindow(find(request));
        Optional<Long> lines = request.number("lines");
        if (lines.isEmpty()) {
            return reply(
                    log.bytes(
                            request.number("from").orElse(0L),
                            request.number("length").orElse((long) LogWindow.MOST)));
        }
        int count = Math.clamp(lines.get(), 1, MOST_LINES);
        Optional<Long> from = request.number("from");
        return reply(
                from.isPresent()
                        ? log.linesFrom(from.get(), count)
                        : log.linesBefore(request.number("to").orElse(Long.MAX_VALUE), count));
    }

    private static ApiReply reply(LogWindow.Part part) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Nudge-Log-From", Long.toString(part.from()));
        headers.put("Nudge-Log-To", Long.toString(part.to()));
        headers.put("Nudge-Log-Size", Long.toString(part.size()));
        if (part.beginsInLine()) {
            headers.put("Nudge-Log-In-Line", "true");
        }
        LogHole hole = part.hole();
        if (hole.to() > hole.from()) {
            headers.put("Nudge-Log-Hole", hole.from() + "-" + hole.to());
        }
        return new ApiReply.Bytes(headers, part.bytes());
    }

    /// Answers with the number, from 1 on, of the line that contains the byte `at`; null if it
    /// would take too long to count, or if lines before it have been given back.
    ApiReply line(ApiRequest request) throws IOException {
        long at = request.number("at").orElse(0L);
        return ApiReply.ok(Map.of("line", new LogWindow(find(request)).lineAt(at)));
    }

    ApiReply times(ApiRequest request) throws IOException {
        return ApiReply.ok(
                Map.of(
                        "times",
                        LogTimes.of(find(request).output()).marks().stream()
                                .map(mark ->
                                        new Time(Instant.ofEpochSecond(mark.second()), mark.size()))
                                .toList()));
    }

    ApiReply download(ApiRequest request) {
        FoundJob found = find(request);
        return new ApiReply.Download(
                "job-%d.log".formatted(found.number()), out -> new LogWindow(found).copy(out));
    }
}
