package dev.nudge.console.log;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// How much of each log has been shown, kept with the caller so that the next daemon continues
/// there: `17=4096 18=0`. Thread-safe.
final class FollowProgress {
    private final PieceOutput out;
    private final Map<Long, FollowPlace> shown = new TreeMap<>();

    /// @param out where pieces are shown
    FollowProgress(PieceOutput out) {
        this.out = out;
    }

    /// Reads a token.
    static Map<Long, FollowPlace> parse(Optional<String> token) {
        Map<Long, FollowPlace> shown = new TreeMap<>();
        for (String word : token.orElse("").split(" ", -1)) {
            int sign = word.indexOf('=');
            if (sign > 0) {
                shown.put(
                        Long.valueOf(word.substring(0, sign)),
                        FollowPlace.parse(word.substring(sign + 1)));
            }
        }
        return shown;
    }

    /// Adds a job whose log is shown from this place on.
    synchronized void begin(long job, FollowPlace start) {
        shown.put(job, start);
    }

    /// Shows a piece of a job's log, and records that. A piece of which nothing is shown does not
    /// count: the next daemon reads it again, since its lines may be wanted around a match that
    /// follows.
    ///
    /// @param place looked up once the piece has been shown
    synchronized void record(long job, LogFollow.Piece piece, Supplier<FollowPlace> place)
            throws IOException {
        piece.show();
        if (out.size() > 0) {
            shown.put(job, place.get());
            out.send(token());
        }
    }

    private String token() {
        return shown.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
