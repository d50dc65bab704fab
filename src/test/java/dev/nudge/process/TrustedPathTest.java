package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.process.TrustedPath.UntrustedPathException;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedPathTest {
    @TempDir Path root;
    private Path directory;
    private Path socket;

    @BeforeEach
    void make() throws IOException {
        directory = Files.createDirectory(root.toRealPath().resolve("tmux-1000"));
        socket = Files.createFile(directory.resolve("default"));
        setMode(socket, "rwxrwx---");
        setMode(directory, "rwx------");
    }

    private static void setMode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void ownFileInAnOwnDirectoryIsTrustedAndOneThatIsNotThereIsNoObjection() throws IOException {
        Path gone = directory.resolve("gone");

        assertThat(TrustedPath.resolve(socket)).isEqualTo(socket);
        assertThat(TrustedPath.objection(socket)).isEmpty();
        assertThat(TrustedPath.objection(gone)).isEmpty();
        assertThatThrownBy(() -> TrustedPath.resolve(gone)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void fileAndEveryDirectoryAboveItAreClosedToOthers() throws IOException {
        setMode(socket, "rwxrwxrwx");
        assertThat(TrustedPath.objection(socket))
                .contains(socket + " can be written by other users (mode 0777)");
        setMode(socket, "rwxrwx---");

        setMode(directory, "rwx----w-");
        assertThat(TrustedPath.objection(socket))
                .contains(directory + " can be written by other users (mode 0702)");
        setMode(directory, "rwx------");

        setMode(root, "rwxrwxrwx");
        assertThat(TrustedPath.objection(socket)).isPresent();
        assertThatThrownBy(() -> TrustedPath.requireOwnDirectory(directory.resolve("a/b")))
                .as("where a directory is to be made, the way to it")
                .isInstanceOf(UntrustedPathException.class);
        Files.setAttribute(root, "unix:mode", 01777);
        assertThat(TrustedPath.objection(socket)).isEmpty();
    }

    @Test
    void linkIsTrustedAsWhatItLeadsToUnlessOthersCouldReplaceIt() throws IOException {
        Path trusted = Files.createSymbolicLink(root.resolve("trusted"), socket);
        Path open = Files.createDirectory(root.toRealPath().resolve("open"));
        Path link = Files.createSymbolicLink(open.resolve("link"), directory);
        Files.createFile(open.resolve("default"));
        Path trick = Files.createSymbolicLink(directory.resolve("trick"), open.resolve("default"));
        setMode(open, "rwxrwxrwx");

        assertThat(TrustedPath.resolve(trusted)).isEqualTo(socket);
        for (Path path : List.of(trick, link.resolve("default"))) {
            assertThat(TrustedPath.objection(path))
                    .contains(open + " can be written by other users (mode 0777)");
        }
    }

    @Test
    void relativeLinksAndTheirParentsAreFollowed() throws IOException {
        Path link = directory.resolve("up");
        Files.createSymbolicLink(link, Path.of("../tmux-1000/./../tmux-1000"));

        assertThat(TrustedPath.resolve(link.resolve("default"))).isEqualTo(socket);
        assertThat(TrustedPath.resolve(link.resolve("../tmux-1000/default"))).isEqualTo(socket);
        Path toItself = Files.createSymbolicLink(directory.resolve("link"), Path.of("link"));
        assertThatThrownBy(() -> TrustedPath.resolve(toItself))
                .isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void ownDirectoryIsClosedEvenIfItIsStickyAndAFileOfSettingsToItsGroupToo() throws IOException {
        TrustedPath.requireOwnDirectory(directory);
        TrustedPath.requireOwnDirectory(directory.resolve("not there"));
        setMode(socket, "rw-r--r--");
        assertThat(TrustedPath.objectionToFile(socket)).isEmpty();
        setMode(socket, "rw-rw-rw-");
        assertThat(TrustedPath.objectionToFile(socket)).isPresent();

        Files.setAttribute(directory, "unix:mode", 01777);
        assertThatThrownBy(() -> TrustedPath.requireOwnDirectory(directory))
                .hasMessage(directory + " can be written by other users (mode 1777)");
    }
}
