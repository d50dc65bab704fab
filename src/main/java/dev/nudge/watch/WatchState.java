package dev.nudge.watch;

import dev.nudge.output.FilePosition;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The progress of a watch, kept in a small file in its directory. The text beyond this position
/// has no further match or has not been searched.
///
/// @param found how many lines have been found up to the position
/// @param latest the last of these lines, which may not have been reported. They are kept here,
///   since the file may lose them
record WatchState(FilePosition position, int found, List<String> latest) {
    /// The progress of a watch that has not searched anything.
    static final WatchState NEW = at(FilePosition.START);

    private static final String FILE = "watch";

    WatchState {
        latest = List.copyOf(latest);
    }

    /// Returns the progress of a watch that has found nothing up to a position.
    static WatchState at(FilePosition position) {
        return new WatchState(position, 0, List.of());
    }

    static WatchState read(JobDirectory directory) throws IOException {
        try {
            return of(Files.readString(file(directory)).lines().toList());
        } catch (NoSuchFileException e) {
            return NEW;
        } catch (IndexOutOfBoundsException | IllegalArgumentException | DateTimeException e) {
            throw new IOException(file(directory) + " is damaged", e);
        }
    }

    private static WatchState of(List<String> lines) {
        boolean isOfOlderVersion = lines.size() == 3;
        FilePosition position =
                new FilePosition(
                        lines.get(0),
                        Long.parseLong(lines.get(1)),
                        isOfOlderVersion ? Instant.MAX : Instant.parse(lines.get(3)),
                        isOfOlderVersion ? "" : lines.get(4));
        List<String> latest = isOfOlderVersion ? List.of() : lines.subList(5, lines.size());
        return new WatchState(position, Integer.parseInt(lines.get(2)), latest);
    }

    void save(JobDirectory directory) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(position.file());
        lines.add(Long.toString(position.offset()));
        lines.add(Integer.toString(found));
        lines.add(position.since().toString());
        lines.add(position.before());
        lines.addAll(latest);
        String text = String.join("\n", lines) + "\n";
        AtomicFile.replace(file(directory), text.getBytes(StandardCharsets.UTF_8));
    }

    private static Path file(JobDirectory directory) {
        return directory.path().resolve(FILE);
    }
}
