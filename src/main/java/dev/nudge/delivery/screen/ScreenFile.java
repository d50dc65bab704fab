package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Writes the file format of screens for tests and reports: a header of `key: value` lines, a line
/// `---`, and the rows. The pid, the activity and the idle time are left out.
public final class ScreenFile {
    public static final String RULER = "---";

    private ScreenFile() {}

    public static String text(PaneState state, PaneSnapshot screen) {
        String header =
                """
                state: %s
                cursor: %d %d
                size: %d %d
                mode: %b
                dead: %b
                input-off: %b
                command: %s
                title: %s
                """
                        .formatted(
                                words(state),
                                screen.cursor().x(),
                                screen.cursor().y(),
                                screen.size().width(),
                                screen.size().height(),
                                screen.input().isInMode(),
                                screen.input().isDead(),
                                screen.input().isOff(),
                                screen.processes().foreground(),
                                screen.title());
        String text = header + RULER + "\n" + String.join("\n", screen.rows()) + "\n";
        return text.replaceAll("(?m) +$", "");
    }

    /// Returns the words for a state: `Draft working=false text=two\nlines`, `Dialog trust`.
    public static String words(PaneState state) {
        return switch (state) {
            case PaneState.Draft draft ->
                    "Draft working=%b text=%s"
                            .formatted(draft.isWorking(), draft.text().replace("\n", "\\n"));
            case PaneState.Dialog dialog -> "Dialog " + dialog.kind();
            case PaneState.Unfocused unfocused ->
                    "Unfocused working=%b empty=%b"
                            .formatted(unfocused.isWorking(), unfocused.isEmpty());
            default -> state.getClass().getSimpleName();
        };
    }

    /// Saves the screens of a pane as files, as they change. Use by one thread.
    public static final class ScreenRecording {
        private final Path folder;
        private String last = "";
        private int number;

        public ScreenRecording(Path folder) {
            this.folder = folder;
        }

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

        /// Saves a screen without its text, unless it would be recognized as another state then.
        ///
        /// @throws IllegalArgumentException if no profile tells the agent's words from others
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
}
