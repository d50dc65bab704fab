package dev.nudge.delivery.screen;

import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Saves the screens of a pane as files, as they change. Use by one thread.
public final class ScreenRecording {
    private final Path folder;
    private String last = "";
    private int number;

    /// @param folder where the files are written; created with the first
    public ScreenRecording(Path folder) {
        this.folder = folder;
    }

    /// Saves a screen that differs from the last one, in a new file.
    ///
    /// @return the file; empty if nothing has changed
    public Optional<Path> save(PaneSnapshot screen, ScreenReading reading) throws IOException {
        String text = ScreenFile.text(reading.state(), screen);
        if (text.equals(last)) {
            return Optional.empty();
        }
        Files.createDirectories(folder);
        Path file = next();
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        last = text;
        return Optional.of(file);
    }

    /// Saves a screen without its text, unless the blanked screen would be recognized as another
    /// state.
    ///
    /// @param profile the profile of the agent that the screen shows
    /// @throws IllegalArgumentException if there is no profile, which tells the agent's words from
    ///   others
    public Optional<Path> saveBlanked(
            PaneSnapshot screen, ScreenReading reading, Optional<ScreenProfile> profile)
            throws IOException {
        ScreenProfile known =
                profile.orElseThrow(() ->
                        new IllegalArgumentException(
                                "The pane shows no agent of a known kind, so nothing tells"
                                        + " its own words from others. Record without"
                                        + " --blank."));
        PaneSnapshot blanked = BlankedScreen.of(known, screen);
        ScreenReading again = new ScreenClassifier(known).read(blanked);
        return again.state().getClass().equals(reading.state().getClass())
                ? save(blanked, again)
                : Optional.empty();
    }

    private Path next() {
        Path file;
        do {
            number++;
            file = folder.resolve("%03d.txt".formatted(number));
        } while (Files.exists(file));
        return file;
    }
}
