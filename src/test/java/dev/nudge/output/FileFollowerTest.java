package dev.nudge.output;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.output.FileFollower.Left;
import dev.nudge.output.FileFollower.Polled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            assertThat(follower.lastLine()).contains("tw");
            append("o\nthree\n");
            assertThat(all(follower)).containsExactly("two", "three");
            assertThat(all(follower)).isEmpty();
        }
    }

    @Test
    void fileMayComeLater() throws IOException {
        try (FileFollower follower =
                new FileFollower(file(), FilePosition.end(file()), Optional::of)) {
            assertThat(all(follower)).isEmpty();
            append("first\n");
            assertThat(all(follower)).containsExactly("first");
        }
    }

    @Test
    void whatStoodThereBeforeTheEndIsNotNew() throws IOException {
        append("old\n");
        try (FileFollower follower =
                new FileFollower(file(), FilePosition.end(file()), Optional::of)) {
            append("new\n");
            assertThat(all(follower)).containsExactly("new");
        }
    }

    @Test
    void rotatedFileIsReadToItsEndAndThenItsSuccessor() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
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
        FilePosition one = FilePosition.end(file());
        append("two\n");
        Files.move(file(), folder.resolve("server.log.1"));
        try (FileFollower follower = new FileFollower(file(), one, Optional::of)) {
            assertThat(all(follower)).containsExactly("two");
            append("three\n");
            assertThat(all(follower)).containsExactly("three");
        }
        append("four\n");
        try (FileFollower follower = new FileFollower(file(), one, Optional::of)) {
            assertThat(all(follower)).containsExactly("two", "three", "four");
        }
    }

    @Test
    void fileThatHasGoneIsLookedForNoMore() throws IOException {
        append("one\n");
        FilePosition one = FilePosition.end(file());
        Files.delete(file());
        Files.writeString(folder.resolve("other.log"), "");
        append("two\n");
        try (FileFollower follower = new FileFollower(file(), one, Optional::of)) {
            assertThat(all(follower)).containsExactly("two");
        }
    }

    @Test
    void emptiedFileIsReadFromItsStart() throws IOException {
        append("a long first line\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("a long first line");
            Files.writeString(file(), "new\n");
            assertThat(all(follower)).containsExactly("new");
        }
    }

    @Test
    void anotherFollowerGoesOnAtThePosition() throws IOException {
        append("one\ntwo\nhalf");
        FilePosition position;
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            all(follower);
            position = follower.position();
        }
        append(" a line\n");
        try (FileFollower next = new FileFollower(file(), position, Optional::of)) {
            assertThat(all(next)).containsExactly("half a line");
        }
    }

    @Test
    void positionInAnotherFileDoesNotCount() throws IOException {
        append("one\ntwo\n");
        FilePosition elsewhere = new FilePosition("another file", 4, Instant.EPOCH, "");
        try (FileFollower follower = new FileFollower(file(), elsewhere, Optional::of)) {
            assertThat(all(follower)).containsExactly("one", "two");
        }
    }

    /// As some files in `/sys`: a reader of one must pause even though it is not at its end.
    @Test
    void fileWithOtherContentAtEachLookIsNeitherAtItsEndNorReadOnAtOnce() throws IOException {
        append("100\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("100");
            for (int content = 101; content < 104; content++) {
                Files.writeString(file(), content + "\n");
                assertThat(follower.poll()).isEqualTo(new Polled(List.of(), Left.OTHER));
                assertThat(follower.poll())
                        .isEqualTo(new Polled(List.of(Integer.toString(content)), Left.MORE));
            }
        }
    }

    @Test
    void longTimeWithoutALineEndIsNoEnd() throws IOException {
        append("x".repeat(9 << 20) + "\nfound\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(follower.poll().isAtEnd()).isFalse();
            assertThat(follower.poll().isAtEnd()).isFalse();
            assertThat(all(follower)).hasSize(2).last().isEqualTo("found");
        }
    }

    @Test
    void pipeIsRefusedRatherThanWaitedFor() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThatThrownBy(follower::poll)
                    .isInstanceOf(IOException.class)
                    .hasMessage("it is not a regular file");
        }
    }

    @Test
    void manyLinesComeInParts() throws IOException {
        append("x".repeat(100).concat("\n").repeat(5000));
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).hasSize(5000);
        }
    }

    @Test
    void fileThatReportsNoSizeIsRefused() throws IOException {
        Path status = Path.of("/proc/self/status");
        assertThat(FileFollower.isSizeless(status)).isTrue();
        append("a\n");
        assertThat(FileFollower.isSizeless(file())).isFalse();
        try (FileFollower follower = new FileFollower(status, FilePosition.START, Optional::of)) {
            assertThatThrownBy(follower::poll)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("reports size 0, as the files in /proc do");
        }
    }

    @Test
    void startOfAVeryLongLineEndsWithAWholeCharacter() throws IOException {
        append("x" + "\u1d5c".repeat(6_000) + "\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower).getFirst()).doesNotContain("\ufffd");
        }
    }

    /// Renames the file when one that is created now has a later time.
    private void rotate(String to) throws IOException {
        awaitLater((FileTime) Files.getAttribute(file(), "creationTime"));
        Files.move(file(), folder.resolve(to));
    }

    private void awaitLater(FileTime born) {
        await().pollInterval(Duration.ofMillis(2))
                .until(() -> created(folder.resolve("probe")).compareTo(born) > 0);
    }

    private static FileTime created(Path probe) throws IOException {
        Files.deleteIfExists(probe);
        return (FileTime) Files.getAttribute(Files.createFile(probe), "creationTime");
    }

    @Test
    void writerMayContinueInTheRotatedFileUntilItsSuccessorHasContent() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            rotate("server.log.1");
            append("");
            assertThat(all(follower)).isEmpty();
            Files.writeString(folder.resolve("server.log.1"), "two\n", APPEND);
            append("three\n");
            assertThat(all(follower)).containsExactly("two", "three");
        }
    }

    @Test
    void fileThatHadTheNameBetweenTwoLooksIsReadToo() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            append("two\n");
            rotateTwice();
            assertThat(all(follower)).containsExactly("two", "three", "four", "five");
        }
    }

    private void rotateTwice() throws IOException {
        rotate("server.log.1");
        append("three\n");
        Files.move(folder.resolve("server.log.1"), folder.resolve("server.log.2"));
        rotate("server.log.1");
        append("four\n");
        Files.move(folder.resolve("server.log.2"), folder.resolve("server.log.3"));
        Files.move(folder.resolve("server.log.1"), folder.resolve("server.log.2"));
        rotate("server.log.1");
        append("five\n");
    }

    @Test
    void filesThatHadTheNameWhileNobodyLookedAreReadToo() throws IOException {
        append("before\n");
        rotate("server.log.9");
        append("one\n");
        FilePosition one = FilePosition.end(file());
        append("two\n");
        rotateTwice();
        try (FileFollower follower = new FileFollower(file(), one, Optional::of)) {
            assertThat(all(follower)).containsExactly("two", "three", "four", "five");
        }
    }

    @Test
    void fileThatCameAndWasRotatedWhileNobodyLookedIsRead() throws IOException {
        append("before\n");
        rotate("server.log.1");
        FilePosition none = FilePosition.end(file());
        append("one\n");
        rotate("server.log.2");
        try (FileFollower follower = new FileFollower(file(), none, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            append("two\n");
            assertThat(all(follower)).containsExactly("two");
        }
    }

    @Test
    void copyOfAFileThatWasRemovedIsNotReadAgain() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            rotate("elsewhere");
            Files.copy(folder.resolve("elsewhere"), folder.resolve("server.log.1"));
            Files.delete(folder.resolve("elsewhere"));
            append("two\n");
            assertThat(all(follower)).containsExactly("two");
        }
    }

    @Test
    void fileThatWasEmptiedAndHasGrownBetweenTwoLooksIsReadFromItsStart() throws IOException {
        append("a first line\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("a first line");
            Files.writeString(file(), "new line\nanother line\n");
            assertThat(all(follower)).containsExactly("new line", "another line");
        }
    }

    @Test
    void fileThatWasEmptiedOrRemovedWhileNobodyLookedIsReadFromItsStart() throws IOException {
        append("a first line\n");
        FilePosition first = FilePosition.end(file());
        Files.writeString(file(), "new line\nanother line\n");
        try (FileFollower follower = new FileFollower(file(), first, Optional::of)) {
            assertThat(all(follower)).containsExactly("new line", "another line");
        }
        FilePosition second = FilePosition.end(file());
        Files.delete(file()); // its number is free for the next file
        append("a third line\n".repeat(5));
        try (FileFollower follower = new FileFollower(file(), second, Optional::of)) {
            assertThat(all(follower)).hasSize(5);
        }
    }

    @Test
    void sameTextInAnotherFileOfTheSameNumberIsNew() throws IOException {
        append("one\ntwo\n");
        FilePosition two = FilePosition.end(file());
        awaitLater((FileTime) Files.getAttribute(file(), "creationTime"));
        Files.delete(file()); // its number is free for the next file
        append("one\n");
        awaitLater((FileTime) Files.getAttribute(file(), "creationTime"));
        append("two\nthree\n");
        try (FileFollower follower = new FileFollower(file(), two, Optional::of)) {
            assertThat(all(follower)).containsExactly("one", "two", "three");
        }
    }

    @Test
    void lineBehindAHoleIsWhole() throws IOException {
        append("one\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one");
            append("\0".repeat(40_000) + "two\n");
            assertThat(all(follower)).containsExactly("two");
        }
    }

    @Test
    void spaceThatWasGivenBackBeforeThePositionIsNotAnotherText() throws IOException {
        append("one\ntwo\n");
        try (FileFollower follower = new FileFollower(file(), FilePosition.START, Optional::of)) {
            assertThat(all(follower)).containsExactly("one", "two");
            Files.writeString(file(), "\0\0\0\0\0wo\nthree\n");
            assertThat(all(follower)).containsExactly("three");
        }
    }
}
