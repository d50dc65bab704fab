package dev.nudge.cli.carrier;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A carrier and its daemon, with commands that do one thing each.
@Timeout(120)
class CarrierIT {
    private static final int MEGABYTE = 1 << 20;

    @AutoClose private static NudgeUser user = NudgeUser.create();

    private final Path mark = user.folder("marks").resolve("mark-" + System.nanoTime());
    private final Path file = user.folder("home").resolve("file");

    private static Process start(String... words) throws IOException {
        return start(List.of(), words);
    }

    private static Process start(List<String> before, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(before);
        command.add(CarrierProgram.launcher());
        if (!words[0].equals("ps")) {
            command.add(CarrierProgram.NAME);
        }
        command.addAll(List.of(words));
        return user.program(command).start();
    }

    private static Process startInShell(String script, String... words) throws IOException {
        return start(List.of("sh", "-c", script, "sh"), words);
    }

    private static String output(Process carrier) throws IOException {
        return carrier.inputReader(UTF_8).readAllAsString();
    }

    private static String errors(Process carrier) throws IOException {
        return carrier.errorReader(UTF_8).readAllAsString();
    }

    private static void awaitLine(Process carrier, String line) throws IOException {
        assertThat(carrier.inputReader().readLine()).isEqualTo(line);
    }

    /// Sends a signal, and waits until the process has it: two that wait for a process count as
    /// one.
    private static void signal(Process carrier, String signal) {
        NudgeUser.signal(signal, carrier.pid());
        await().until(() -> !isSignalWaiting(carrier));
    }

    private static boolean isSignalWaiting(Process process) {
        try (Stream<String> lines =
                Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.anyMatch(line -> line.matches("ShdPnd:\\s*0*[1-9a-f].*"));
        } catch (IOException | UncheckedIOException hasEnded) {
            return false;
        }
    }

    @Test
    void wordsAndVariablesArriveAsTheyAre() throws Exception {
        String odd = "a\tb\"c\\d 漢 😀";
        List<String> before = List.of("env", "LC_ALL=C.UTF-8", "ODD=" + odd);
        assertThat(output(start(before, "words", "", "naïve 漢字 😀", "a\nb", "-x")))
                .isEqualTo("words||naïve 漢字 😀|a\nb|-x" + odd + "\n");
    }

    @Test
    void inputArrivesByteForByteAndIsReadOnlyIfItIsAskedFor() throws Exception {
        byte[] given = new byte[3 * MEGABYTE + 17];
        for (int i = 0; i < given.length; i++) {
            given[i] = (byte) ((i * 7) >> 2);
        }
        Files.write(file, given);
        Process cat = startInShell("cat %s | \"$@\"".formatted(file), "cat");
        assertThat(cat.getInputStream().readAllBytes()).isEqualTo(given);
        assertThat(cat.waitFor()).isZero();

        Files.writeString(file, "first\nsecond\n");
        assertThat(output(startInShell("{ \"$@\"; cat; } <" + file, "exit", "0")))
                .isEqualTo("first\nsecond\n");
    }

    @Test
    void streamsSizeAndWaitingInputAreKnown() throws Exception {
        assertThat(output(start("kinds"))).isEqualTo("PIPE PIPE PIPE 80x24 none\n");
        assertThat(output(startInShell("echo x | { sleep 0.2; \"$@\" 2>/dev/null; }", "kinds")))
                .isEqualTo("PIPE PIPE OTHER 80x24 some\n");
        // The size does not fit into 32 bits, and its lowest 32 are zero.
        String large = "truncate -s 4G %1$s; \"$@\" <%1$s 2>/dev/null".formatted(file);
        assertThat(output(startInShell(large, "kinds"))).isEqualTo("OTHER PIPE OTHER 80x24 some\n");
        String terminal = "script -qec \"stty cols 99 rows 33; $*\" /dev/null </dev/null";
        assertThat(output(startInShell(terminal, "kinds")))
                .contains("TERMINAL TERMINAL TERMINAL 99x33");
    }

    /// A program that shares the output may have set that writing does not wait for the reader.
    @Test
    void bytesAndAFileBetweenThemArriveWholeAlsoIfWritingDoesNotWait() throws Exception {
        Files.writeString(file, "<\u00ff" + "x".repeat(2 * MEGABYTE) + ">", ISO_8859_1);
        String unblocked =
                "import os, sys; os.set_blocking(1, False); os.execvp(sys.argv[1], sys.argv[1:])";
        for (List<String> before :
                List.of(List.<String>of(), List.of("python3", "-c", unblocked))) {
            Process copy = start(before, "copy", file.toString());
            assertThat(slowly(copy))
                    .hasSize(2 * MEGABYTE + 1 + "before\nafter\n".length())
                    .startsWith("before\n\u00ffx")
                    .endsWith("xafter\n");
            assertThat(errors(copy)).isEqualTo("written\n");
            assertThat(copy.waitFor()).isZero();
            Process bytes = start(before, "bytes", "2");
            assertThat(slowly(bytes)).hasSize(2 * MEGABYTE);
            assertThat(errors(bytes)).isEmpty();
            assertThat(bytes.waitFor()).isZero();
        }
    }

    /// Returns what a process writes, read after its pipe has been full for a while.
    private static String slowly(Process process) throws IOException {
        await().until(() -> process.getInputStream().available() > 0);
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        return new String(process.getInputStream().readAllBytes(), ISO_8859_1);
    }

    @Test
    void brokenPipeEndsBoth() throws Exception {
        Process flood = start("flood", mark.toString());
        awaitLine(flood, "y");

        flood.getInputStream().close();

        assertThat(flood.waitFor()).isEqualTo(141);
        await().until(() -> Files.exists(mark));
    }

    @Test
    void carrierThatIsNotReadCostsTheDaemonNothingThatGrowsAndIsEndedByTheThirdInterrupt()
            throws Exception {
        Process flood = start("flood", mark.toString());
        awaitLine(flood, "y");
        long before = memory();

        await().during(Duration.ofSeconds(2)).until(() -> Files.notExists(mark));

        assertThat(memory() - before).isLessThan(64L * MEGABYTE);
        assertThat(start("exit", "255").waitFor()).isEqualTo(255);

        signal(flood, "INT");
        signal(flood, "INT");
        assertThat(flood.waitFor(Duration.ofSeconds(1))).isFalse();
        signal(flood, "INT");

        assertThat(flood.waitFor()).isEqualTo(130);
        assertThat(errors(flood)).isEqualTo("nudge: what became of it: nudge ps --all\n");
    }

    private static long memory() throws IOException {
        return NudgeUser.kibibytes(user.daemonPid(), "VmRSS") * 1024;
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "KILL"})
    void carrierThatIsKilledEndsTheWait(String signal) throws Exception {
        Process stay = start("stay", mark.toString());
        awaitLine(stay, "ready");

        signal(stay, signal);

        assertThat(stay.waitFor()).isGreaterThan(128);
        await().until(() -> Files.exists(mark) && Files.readString(mark).equals("false"));
    }

    @Test
    void interruptsReachTheCommandThatCatchesThem() throws Exception {
        Process command = start("catch");
        awaitLine(command, "ready");

        for (int i = 1; i <= 4; i++) {
            signal(command, "INT");
            awaitLine(command, "press " + i);
        }

        assertThat(command.waitFor()).isEqualTo(7);
    }

    @Test
    void interruptBetweenTwoDaemonsReachesTheCommandUnderTheSecondAndAnotherEndsTheCarrierAtOnce()
            throws Exception {
        for (int presses = 1; presses <= 2; presses++) {
            Path hold = user.state().resolve(CarrierProgram.HOLD);
            Process orphan = start("orphan", hold.toString());
            // Its daemon has died, and the next one is being started.
            await().until(() -> Files.deleteIfExists(user.state().resolve(CarrierProgram.HELD)));
            long dead = user.daemonPid();

            signal(orphan, "INT");
            assertThat(orphan.errorReader().readLine())
                    .isEqualTo(
                            "nudge: the job gets SIGINT from the next daemon; Ctrl+C again leaves it alone");
            if (presses == 2) {
                signal(orphan, "INT");
                assertThat(orphan.waitFor()).isEqualTo(130);
            }
            Files.delete(hold);

            assertThat(orphan.waitFor()).isEqualTo(presses == 1 ? 7 : 130);
            assertThat(output(orphan)).isEqualTo(presses == 1 ? "interrupted\n" : "");
            await().until(() -> user.daemonPid() != dead);
        }
    }

    @Test
    void commandContinuesOrIsRunAgainUnderTheNextDaemonIfThatCanDoNoHarm() throws Exception {
        Process count = start("count");
        assertThat(output(count)).isEqualTo("line 1\nline 2\n");
        assertThat(count.waitFor()).isZero();

        // One that reads is run again until it has written.
        for (String[] words : new String[][] {{"ps", mark.toString()}, {"die"}}) {
            Process command = start(words);
            assertThat(output(command)).isEqualTo(words[0].equals("ps") ? "listed\n" : "");
            assertThat(command.waitFor()).isEqualTo(1);
            assertThat(errors(command)).isEqualTo("nudge: The daemon ended before it answered.\n");
        }
    }

    @Test
    void errorCostsTheCommandAndNotTheDaemon() throws Exception {
        Process memory = start("memory");
        assertThat(memory.waitFor()).isEqualTo(1);
        assertThat(errors(memory)).contains("needed more memory");
        long daemon = user.daemonPid();

        assertThat(start("mistake").waitFor()).isEqualTo(1);
        assertThat(start("exit", "0").waitFor()).isZero();
        assertThat(user.daemonPid()).isEqualTo(daemon);
    }
}
