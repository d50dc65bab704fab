package dev.nudge.output;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.output.FileFollower.Left;
import dev.nudge.output.FileFollower.Polled;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFollowerTest {
    @TempDir private Path folder;
    private final List<FileFollower> opened = new ArrayList<>();

    private Path file() {
        return folder.resolve("server.log");
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, CREATE, APPEND);
    }

    private FileFollower follow(FilePosition from) {
        opened.add(new FileFollower(file(), from, Optional::of));
        return opened.getLast();
    }

    /// Follows the file after reading what is there.
    private FileFollower follow(String written, String... lines) throws IOException {
        append(written);
        FileFollower follower = follow(FilePosition.START);
        assertThat(all(follower)).containsExactly(lines);
        return follower;
    }

    @AfterEach
    void close() throws IOException {
        for (FileFollower follower : opened) {
            follower.close();
        }
    }

    private static List<String> all(FileFollower follower) throws IOException {
        List<String> all = new ArrayList<>();
        for (Polled some = follower.poll(); !some.isAtEnd(); some = follower.poll()) {
            all.addAll(some.lines());
        }
        return all;
    }

    /// Writes a text, of which the follower reads these lines.
    private void assertReads(FileFollower follower, String written, String... lines)
            throws IOException {
        append(written);
        assertThat(all(follower)).containsExactly(lines);
    }

    @Test
    void linesComeWhenTheyAreWholeOrTheirFileIsRotated() throws IOException {
        FileFollower follower = follow("one\ntw", "one");
        assertThat(follower.lastLine()).contains("tw");
        assertReads(follower, "o\nthree\n", "two", "three");
        assertThat(all(follower)).isEmpty();

        append("four\nunfinished");
        Files.move(file(), folder.resolve("server.log.1"));
        assertReads(follower, "five\n", "four", "unfinished", "five");
    }

    @Test
    void onlyWhatComesBehindTheEndIsNewAlsoIfThereIsNoFileYet() throws IOException {
        FileFollower first = follow(FilePosition.end(file()));
        assertThat(all(first)).isEmpty();
        assertReads(first, "first\n", "first");
        FileFollower second = follow(FilePosition.end(file()));
        assertReads(second, "new\n", "new");
    }

    @Test
    void fileThatWasRotatedWhileNobodyLookedIsReadToItsEndToo() throws IOException {
        append("one\n");
        FilePosition one = FilePosition.end(file());
        append("two\n");
        Files.move(file(), folder.resolve("server.log.1"));
        FileFollower follower = follow(one);
        assertThat(all(follower)).containsExactly("two");
        assertReads(follower, "three\n", "three");
        append("four\n");
        assertThat(all(follow(one))).containsExactly("two", "three", "four");
    }

    @Test
    void anotherFollowerGoesOnAtThePosition() throws IOException {
        FilePosition position = follow("one\ntwo\nhalf", "one", "two").position();
        append(" a line\n");
        assertThat(all(follow(position))).containsExactly("half a line");
        FilePosition elsewhere = new FilePosition("another file", 4, Instant.EPOCH, "");
        assertThat(all(follow(elsewhere))).containsExactly("one", "two", "half a line");
    }

    /// As some files in `/sys`: a reader of one must pause even though it is not at its end.
    @Test
    void fileWithOtherContentAtEachLookIsNeitherAtItsEndNorReadOnAtOnce() throws IOException {
        FileFollower follower = follow("100\n", "100");
        for (int content = 101; content < 104; content++) {
            Files.writeString(file(), content + "\n");
            assertThat(follower.poll()).isEqualTo(new Polled(List.of(), Left.OTHER));
            assertThat(follower.poll())
                    .isEqualTo(new Polled(List.of(Integer.toString(content)), Left.MORE));
        }
    }

    @Test
    void veryLongLineIsNoEndNorCutInACharacterAndManyLinesComeInParts() throws IOException {
        append("x".repeat(9 << 20) + "\n" + "line\n".repeat(100_000));
        FileFollower follower = follow(FilePosition.START);
        assertThat(follower.poll().isAtEnd()).isFalse();
        assertThat(follower.poll().isAtEnd()).isFalse();
        assertThat(all(follower)).hasSize(100_001).endsWith("line");

        Files.writeString(file(), "x" + "\u1d5c".repeat(6_000) + "\n");
        assertThat(all(follow(FilePosition.START)).getFirst()).doesNotContain("\ufffd");
    }

    @Test
    void pipeAndFileThatReportsNoSizeAreRefused() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();
        assertThatThrownBy(follow(FilePosition.START)::poll)
                .isInstanceOf(IOException.class)
                .hasMessage("it is not a regular file");

        Path status = Path.of("/proc/self/status");
        assertThat(FileFollower.isSizeless(status)).isTrue();
        assertThat(FileFollower.isSizeless(Files.writeString(folder.resolve("a"), "a"))).isFalse();
        opened.add(new FileFollower(status, FilePosition.START, Optional::of));
        assertThatThrownBy(opened.getLast()::poll)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reports size 0, as the files in /proc do");
    }

    /// Renames the file when one that is created now has a later time.
    private void rotate(String to) throws IOException {
        Patience.awaitTick(file());
        Files.move(file(), folder.resolve(to));
    }

    @Test
    void writerMayContinueInTheRotatedFileUntilItsSuccessorHasContent() throws IOException {
        FileFollower follower = follow("one\n", "one");
        rotate("server.log.1");
        append("");
        assertThat(all(follower)).isEmpty();
        Files.writeString(folder.resolve("server.log.1"), "two\n", APPEND);
        assertReads(follower, "three\n", "two", "three");
    }

    @Test
    void filesThatHadTheNameBetweenTwoLooksOrWhileNobodyLookedAreReadToo() throws IOException {
        append("before\n");
        rotate("server.log.9");
        FileFollower follower = follow("one\n", "one");
        FilePosition one = FilePosition.end(file());
        append("two\n");
        rotate("server.log.1");
        append("three\n");
        Files.move(folder.resolve("server.log.1"), folder.resolve("server.log.2"));
        rotate("server.log.1");
        append("four\n");
        Files.move(folder.resolve("server.log.2"), folder.resolve("server.log.3"));
        Files.move(folder.resolve("server.log.1"), folder.resolve("server.log.2"));
        rotate("server.log.1");
        assertReads(follower, "five\n", "two", "three", "four", "five");
        assertThat(all(follow(one))).containsExactly("two", "three", "four", "five");
    }

    @Test
    void fileThatCameAndWasRotatedWhileNobodyLookedIsRead() throws IOException {
        append("before\n");
        rotate("server.log.1");
        FilePosition none = FilePosition.end(file());
        append("one\n");
        rotate("server.log.2");
        FileFollower follower = follow(none);
        assertThat(all(follower)).containsExactly("one");
        assertReads(follower, "two\n", "two");
    }

    @Test
    void copyOfAFileThatWasRemovedIsNotReadAgain() throws IOException {
        FileFollower follower = follow("one\n", "one");
        rotate("elsewhere");
        Files.copy(folder.resolve("elsewhere"), folder.resolve("server.log.1"));
        Files.delete(folder.resolve("elsewhere"));
        assertReads(follower, "two\n", "two");
    }

    @Test
    void fileThatWasEmptiedIsReadFromItsStartAlsoIfItHasGrownSince() throws IOException {
        FileFollower follower = follow("a first line\n", "a first line");
        FilePosition first = FilePosition.end(file());
        Files.writeString(file(), "new\n");
        assertThat(all(follower)).containsExactly("new");
        Files.writeString(file(), "new line\nanother line\n");
        assertThat(all(follower)).containsExactly("new line", "another line");
        assertThat(all(follow(first))).containsExactly("new line", "another line");
    }

    @Test
    void fileThatWasRemovedWhileNobodyLookedIsReadFromItsStart() throws IOException {
        append("new line\nanother line\n");
        FilePosition end = FilePosition.end(file());
        Files.delete(file()); // its number is free for the next file
        append("a third line\n".repeat(5));
        assertThat(all(follow(end))).hasSize(5);
        Files.delete(file());
        Files.writeString(folder.resolve("other.log"), ""); // takes the number
        append("two\n");
        assertThat(all(follow(end))).containsExactly("two");
    }

    @Test
    void sameTextInAnotherFileOfTheSameNumberIsNew() throws IOException {
        append("one\ntwo\n");
        FilePosition two = FilePosition.end(file());
        Patience.awaitTick(file());
        Files.delete(file()); // its number is free for the next file
        append("one\n");
        Patience.awaitTick(file());
        append("two\nthree\n");
        assertThat(all(follow(two))).containsExactly("one", "two", "three");
    }

    @Test
    void lineBehindAHoleIsWhole() throws IOException {
        FileFollower follower = follow("one\n", "one");
        assertReads(follower, "\0".repeat(40_000) + "two\n", "two");
    }

    @Test
    void spaceThatWasGivenBackBeforeThePositionIsNotAnotherText() throws IOException {
        FileFollower follower = follow("one\ntwo\n", "one", "two");
        Files.writeString(file(), "\0\0\0\0\0wo\nthree\n");
        assertThat(all(follower)).containsExactly("three");
    }
}
