package dev.nudge.watch;

import dev.nudge.output.FileFollower.Position;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// The progress of a watch, as a small file in its directory. The text beyond this position has no
/// further match, or has not been looked at.
///
/// @param found how many lines have been reported
record WatchState(Position position, int found) {
    /// Nothing has been looked at.
    static final WatchState NEW = new WatchState(Position.START, 0);

    private static final String FILE = "watch";

    static WatchState read(JobDirectory directory) throws IOException {
        try {
            List<String> lines = Files.readAllLines(file(directory));
            return new WatchState(
                    new Position(lines.get(0), Long.parseLong(lines.get(1))),
                    Integer.parseInt(lines.get(2)));
        } catch (NoSuchFileException e) {
            return NEW;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException(file(directory) + " is damaged", e);
        }
    }

    void save(JobDirectory directory) throws IOException {
        String text = "%s\n%d\n%d\n".formatted(position.file(), position.offset(), found);
        AtomicFile.replace(file(directory), text.getBytes(StandardCharsets.UTF_8));
    }

    private static Path file(JobDirectory directory) {
        return directory.path().resolve(FILE);
    }
}
