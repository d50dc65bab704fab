package dev.nudge.console.log;

import dev.nudge.console.log.LogFollow.PieceOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How much of each log has been shown, kept with the caller so that the next daemon continues
/// there: `17=4096 18=0`. Thread-safe.
final class FollowProgress {
    private final Map<Long, FollowPlace> shown = new TreeMap<>();

    static Map<Long, FollowPlace> parse(Optional<String> token) {
        return token.filter(text -> !text.isEmpty()).stream()
                .flatMap(text -> Stream.of(text.split(" ")))
                .map(word -> word.split("="))
                .collect(Collectors.toMap(w -> Long.valueOf(w[0]), w -> FollowPlace.parse(w[1])));
    }

    synchronized void begin(long job, FollowPlace start) {
        shown.put(job, start);
    }

    /// Shows a piece of a job's log, and records that. A piece of which nothing is shown does not
    /// count: the next daemon reads it again, since its lines may be wanted around a match that
    /// follows.
    ///
    /// @param place how much of the log has been shown with this piece
    synchronized void record(long job, FollowPlace place, PieceOutput piece) throws IOException {
        if (piece.size() > 0) {
            shown.put(job, place);
            piece.send(token());
        }
    }

    private String token() {
        return shown.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }

    /// How much of a log has been shown. As text, `4096` or `4096+2`.
    ///
    /// @param offset behind the last line that was shown, or [#FINISHED]
    /// @param after how many of the lines that follow are shown, since they are near a match; empty
    ///   if no match has been shown
    record FollowPlace(long offset, OptionalInt after) {
        /// Instead of an offset, of a log that has been shown to its end.
        private static final long FINISHED = -1;

        /// Returns the place at an offset up to which everything was shown.
        static FollowPlace at(long offset) {
            return new FollowPlace(offset, OptionalInt.empty());
        }

        static FollowPlace end() {
            return at(FINISHED);
        }

        static FollowPlace parse(String text) {
            String[] parts = text.split("\\+", -1);
            return new FollowPlace(
                    Long.parseLong(parts[0]),
                    Stream.of(parts).skip(1).mapToInt(Integer::parseInt).findFirst());
        }

        boolean isEnd() {
            return offset == FINISHED;
        }

        @Override
        public String toString() {
            return offset + (after.isPresent() ? "+" + after.getAsInt() : "");
        }
    }
}
