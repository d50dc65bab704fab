package dev.nudge.output;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.output.FileFollower.Polled;
import dev.nudge.output.FileFollower.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFollowerTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("server.log");
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, CREATE, APPEND);
    }

    private static List<String> all(FileFollower follower) throws IOException {
        List<String> all = new ArrayList<>();
        for (Polled some = follower.poll(); !some.isAtEnd(); some = follower.poll()) {
            all.addAll(some.lines());
        }
        return all;
    }

    @Test
    void linesComeWhenTheyAreWhole() throws IOException {
        append("one\ntw");
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(all(follower)).containsExactly("one");
            assertThat(follower.lastLine()).contains("tw");
            append("o\nthree\n");
            assertThat(all(follower)).containsExactly("two", "three");
            assertThat(all(follower)).isEmpty();
        }
    }

    @Test
    void fileMayComeLater() throws IOException {
        try (FileFollower follower = new FileFollower(file(), FileFollower.end(file()))) {
            assertThat(all(follower)).isEmpty();
            append("first\n");
            assertThat(all(follower)).containsExactly("first");
        }
    }

    @Test
    void whatStoodThereBeforeTheEndIsNotNew() throws IOException {
        append("old\n");
        try (FileFollower follower = new FileFollower(file(), FileFollower.end(file()))) {
            append("new\n");
            assertThat(all(follower)).containsExactly("new");
        }
    }

    @Test
    void rotatedFileIsReadToItsEndAndThenItsSuccessor() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(all(follower)).containsExactly("one");
            append("two\nunfinished");
            Files.move(file(), folder.resolve("server.log.1"));
            append("three\n");
            assertThat(all(follower)).containsExactly("two", "unfinished", "three");
        }
    }

    @Test
    void fileThatWasRotatedWhileNobodyLookedIsReadToItsEndToo() throws IOException {
        append("one\n");
        Position one = FileFollower.end(file());
        append("two\n");
        Files.move(file(), folder.resolve("server.log.1"));
        try (FileFollower follower = new FileFollower(file(), one)) {
            assertThat(all(follower)).containsExactly("two");
            append("three\n");
            assertThat(all(follower)).containsExactly("three");
        }
        append("four\n");
        try (FileFollower follower = new FileFollower(file(), one)) {
            assertThat(all(follower)).containsExactly("two", "three", "four");
        }
    }

    @Test
    void fileThatHasGoneIsLookedForNoMore() throws IOException {
        append("one\n");
        Position one = FileFollower.end(file());
        Files.delete(file());
        Files.writeString(folder.resolve("other.log"), "");
        append("two\n");
        try (FileFollower follower = new FileFollower(file(), one)) {
            assertThat(all(follower)).containsExactly("two");
        }
    }

    @Test
    void emptiedFileIsReadFromItsStart() throws IOException {
        append("a long first line\n");
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(all(follower)).containsExactly("a long first line");
            Files.writeString(file(), "new\n");
            assertThat(all(follower)).containsExactly("new");
        }
    }

    @Test
    void anotherFollowerGoesOnAtThePosition() throws IOException {
        append("one\ntwo\nhalf");
        Position position;
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            all(follower);
            position = follower.position();
        }
        append(" a line\n");
        try (FileFollower next = new FileFollower(file(), position)) {
            assertThat(all(next)).containsExactly("half a line");
        }
    }

    @Test
    void positionInAnotherFileDoesNotCount() throws IOException {
        append("one\ntwo\n");
        Position elsewhere = new Position("another file", 4);
        try (FileFollower follower = new FileFollower(file(), elsewhere)) {
            assertThat(all(follower)).containsExactly("one", "two");
        }
    }

    @Test
    void longTimeWithoutALineEndIsNoEnd() throws IOException {
        append("x".repeat(9 << 20) + "\nfound\n");
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(follower.poll().isAtEnd()).isFalse();
            assertThat(all(follower)).hasSize(2).last().isEqualTo("found");
        }
    }

    @Test
    void pipeIsRefusedRatherThanWaitedFor() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThatThrownBy(follower::poll)
                    .isInstanceOf(IOException.class)
                    .hasMessage("it is not a regular file");
        }
    }

    @Test
    void manyLinesComeInParts() throws IOException {
        append("x".repeat(100).concat("\n").repeat(5000));
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(all(follower)).hasSize(5000);
        }
    }

    @Test
    void fileThatReportsNoSizeIsRefused() throws IOException {
        Path status = Path.of("/proc/self/status");
        assertThat(FileFollower.isSizeless(status)).isTrue();
        append("a\n");
        assertThat(FileFollower.isSizeless(file())).isFalse();
        try (FileFollower follower = new FileFollower(status, Position.START)) {
            assertThatThrownBy(follower::poll)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("reports size 0, as the files in /proc do");
        }
    }

    @Test
    void startOfAVeryLongLineEndsWithAWholeCharacter() throws IOException {
        append("x" + "\u1d5c".repeat(6_000) + "\n");
        try (FileFollower follower = new FileFollower(file(), Position.START)) {
            assertThat(all(follower).getFirst()).doesNotContain("\ufffd");
        }
    }
}
