package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A carrier and its daemon, with commands that do one thing each.
@Timeout(120)
class CarrierIT {
    private static final int MEGABYTE = 1 << 20;

    @AutoClose private static NudgeUser user;

    private final Path mark = user.folder("marks").resolve("mark-" + System.nanoTime());

    @BeforeAll
    static void createUser() {
        user = NudgeUser.create();
    }

    private Process start(String... words) throws IOException {
        return start(Map.of(), List.of(), words);
    }

    private Process start(Map<String, String> variables, List<String> before, String... words)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(before);
        command.addAll(CarrierProgram.launcher());
        if (!words[0].equals("ps")) {
            command.add(CarrierProgram.NAME);
        }
        command.addAll(List.of(words));
        ProcessBuilder builder = user.program(command);
        builder.environment().putAll(variables);
        return builder.start();
    }

    private Process startInShell(String script, String... words) throws IOException {
        return start(Map.of(), List.of("sh", "-c", script, "sh"), words);
    }

    private static String output(Process carrier) throws IOException {
        return new String(carrier.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String errors(Process carrier) throws IOException {
        return new String(carrier.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Sends a signal, and waits until the process has it: two that wait for a process count as
    /// one.
    private static void signal(Process carrier, String signal) {
        NudgeUser.signal(signal, carrier.pid());
        await().atMost(Patience.LONG).until(() -> !isSignalWaiting(carrier));
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
    void exitCodeIsTheCommands() throws Exception {
        for (int code : new int[] {0, 1, 42, 255}) {
            assertThat(start("exit", Integer.toString(code)).waitFor()).isEqualTo(code);
        }
    }

    @Test
    void wordsAndVariablesArriveAsTheyAre() throws Exception {
        Map<String, String> variables = Map.of("LC_ALL", "C.UTF-8", "ODD", "a\tb\"c\\d 漢 😀");

        assertThat(output(start(variables, List.of(), "words", "", "naïve 漢字 😀", "a\nb", "-x")))
                .isEqualTo("words||naïve 漢字 😀|a\nb|-x\n");
        assertThat(output(start(variables, List.of(), "variable", "ODD")))
                .isEqualTo("a\tb\"c\\d 漢 😀\n");
    }

    @Test
    void inputArrivesByteForByte() throws Exception {
        byte[] given = new byte[3 * MEGABYTE + 17];
        for (int i = 0; i < given.length; i++) {
            given[i] = (byte) ((i * 7) >> 2);
        }
        Process cat = start("cat");
        Thread.ofVirtual().start(() -> feed(cat, given));

        assertThat(cat.getInputStream().readAllBytes()).isEqualTo(given);
        assertThat(cat.waitFor()).isZero();
    }

    private static void feed(Process process, byte[] bytes) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void inputIsReadOnlyIfItIsAskedFor() throws Exception {
        Path rest = user.folder("home").resolve("rest");
        Files.writeString(rest, "first\nsecond\n");
        Process process = startInShell("{ \"$@\"; cat; } <%s".formatted(rest), "exit", "0");

        assertThat(output(process)).isEqualTo("first\nsecond\n");
    }

    @Test
    void streamsSizeAndWaitingInputAreKnown() throws Exception {
        assertThat(output(start("kinds"))).isEqualTo("PIPE PIPE PIPE 80x24\n");
        Process redirected = startInShell("\"$@\" </dev/null 2>/dev/null", "kinds");
        assertThat(output(redirected)).isEqualTo("OTHER PIPE OTHER 80x24\n");
        String command = String.join(" ", CarrierProgram.launcher()) + " record kinds";
        Process terminal =
                new ProcessBuilder(
                                "env",
                                "XDG_STATE_HOME=" + user.environment().get("XDG_STATE_HOME"),
                                "XDG_RUNTIME_DIR=" + user.environment().get("XDG_RUNTIME_DIR"),
                                "script",
                                "-qec",
                                "stty cols 99 rows 33; " + command,
                                "/dev/null")
                        .redirectInput(Path.of("/dev/null").toFile())
                        .start();
        assertThat(output(terminal)).contains("TERMINAL TERMINAL TERMINAL 99x33");

        Process none = start("available");
        Process some = startInShell("echo x | { sleep 0.2; \"$@\"; }", "available");

        assertThat(output(none)).isEqualTo("none\n");
        assertThat(output(some)).isEqualTo("some\n");
    }

    @Test
    void fileIsCopiedBetweenTheOutputAroundIt() throws Exception {
        Path file = user.folder("home").resolve("file");
        byte[] bytes = new byte[5 * MEGABYTE];
        Arrays.fill(bytes, (byte) 'x');
        bytes[1] = (byte) 0xff;
        Files.write(file, bytes);

        Process copy = start("copy", file.toString());
        byte[] shown = copy.getInputStream().readAllBytes();

        assertThat(shown).hasSize("before\nafter\n".length() + bytes.length - 2);
        assertThat(shown[7]).isEqualTo((byte) 0xff);
        assertThat(new String(shown, StandardCharsets.ISO_8859_1))
                .startsWith("before\n")
                .endsWith("xafter\n");
        assertThat(errors(copy)).isEqualTo("written\n");
    }

    /// A program that shares the output may have set that writing does not wait for the reader.
    @Test
    void outputThatDoesNotWaitForItsReaderArrivesWhole() throws Exception {
        Path file = user.folder("home").resolve("file");
        Files.write(file, new byte[2 * MEGABYTE]);
        String unblocked =
                "import os, sys; os.set_blocking(1, False); os.execvp(sys.argv[1], sys.argv[1:])";
        List<String> before = List.of("python3", "-c", unblocked);

        Process copy = start(Map.of(), before, "copy", file.toString());
        assertThat(slowly(copy)).isEqualTo(2 * MEGABYTE - 2 + "before\nafter\n".length());
        assertThat(errors(copy)).isEqualTo("written\n");
        assertThat(copy.waitFor()).isZero();
        Process bytes = start(Map.of(), before, "bytes", "2");
        assertThat(slowly(bytes)).isEqualTo(2 * MEGABYTE);
        assertThat(errors(bytes)).isEmpty();
        assertThat(bytes.waitFor()).isZero();
    }

    /// Reads what a process writes, after its pipe has been full for a while, and counts it.
    private static int slowly(Process process) throws IOException {
        InputStream out = process.getInputStream();
        int first = out.read() < 0 ? 0 : 1;
        await().pollDelay(Duration.ofSeconds(1)).atMost(Patience.LONG).until(() -> true);
        return first + out.readAllBytes().length;
    }

    @Test
    void commandsOfSeveralCallersRunAtOnce() throws Exception {
        start("exit", "0").waitFor();
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(start("bytes", "4"));
        }

        for (Process one : all) {
            assertThat(one.getInputStream().readAllBytes()).hasSize(4 * MEGABYTE);
            assertThat(one.waitFor()).isZero();
        }
    }

    @Test
    void brokenPipeEndsBoth() throws Exception {
        Process flood = start("flood", mark.toString());
        assertThat(flood.inputReader().readLine()).isEqualTo("y");

        flood.getInputStream().close();

        assertThat(flood.waitFor()).isEqualTo(141);
        await().atMost(Patience.LONG).until(() -> Files.exists(mark));
    }

    @Test
    void carrierThatIsNotReadCostsTheDaemonNothingThatGrows() throws Exception {
        Process flood = start("flood", mark.toString());
        assertThat(flood.inputReader().readLine()).isEqualTo("y");
        long before = memory();

        await().during(Duration.ofSeconds(2))
                .atMost(Patience.LONG)
                .until(() -> Files.notExists(mark));

        assertThat(memory() - before).isLessThan(64L * MEGABYTE);
        assertThat(start("exit", "3").waitFor()).isEqualTo(3);
    }

    private long memory() throws IOException {
        Path status = Path.of("/proc", Long.toString(user.daemonPid()), "status");
        return Files.readAllLines(status).stream()
                .filter(l -> l.startsWith("VmRSS:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "KILL"})
    void carrierThatIsKilledEndsTheWait(String signal) throws Exception {
        Process stay = start("stay", mark.toString());
        assertThat(stay.inputReader().readLine()).isEqualTo("ready");

        signal(stay, signal);

        assertThat(stay.waitFor()).isGreaterThan(128);
        await().atMost(Patience.LONG)
                .until(() -> Files.exists(mark) && Files.readString(mark).equals("false"));
    }

    @Test
    void interruptsReachTheCommandThatCatchesThem() throws Exception {
        Process command = start("catch");
        assertThat(command.inputReader().readLine()).isEqualTo("ready");

        for (int i = 1; i <= 4; i++) {
            signal(command, "INT");
            assertThat(command.inputReader().readLine()).isEqualTo("press " + i);
        }

        assertThat(command.waitFor()).isEqualTo(7);
    }

    @Test
    void thirdInterruptEndsACarrierWhoseOutputIsNotRead() throws Exception {
        Process flood = start("flood", mark.toString());
        assertThat(flood.inputReader().readLine()).isEqualTo("y");
        await().pollDelay(Duration.ofSeconds(1)).atMost(Patience.LONG).until(() -> true);

        signal(flood, "INT");
        signal(flood, "INT");
        assertThat(flood.waitFor(Duration.ofSeconds(1))).isFalse();
        signal(flood, "INT");

        assertThat(flood.waitFor()).isEqualTo(130);
        assertThat(errors(flood)).isEqualTo("nudge: what became of it: nudge ps --all\n");
    }

    @Test
    void interruptBetweenTwoDaemonsReachesTheCommandUnderTheSecond() throws Exception {
        Process orphan = startOrphan();

        signal(orphan, "INT");
        assertThat(orphan.errorReader().readLine())
                .isEqualTo(
                        "nudge: the job gets SIGINT from the next daemon; Ctrl+C again leaves it alone");
        Files.delete(user.state().resolve(CarrierProgram.HOLD));

        assertThat(orphan.inputReader().readLine()).isEqualTo("interrupted");
        assertThat(orphan.waitFor()).isEqualTo(7);
    }

    @Test
    void secondInterruptBetweenTwoDaemonsEndsTheCarrierAtOnce() throws Exception {
        Process orphan = startOrphan();

        signal(orphan, "INT");
        assertThat(orphan.errorReader().readLine()).isNotNull();
        signal(orphan, "INT");

        assertThat(orphan.waitFor(Patience.LONG)).isTrue();
        assertThat(orphan.exitValue()).isEqualTo(130);
        long dead = user.daemonPid();
        Files.delete(user.state().resolve(CarrierProgram.HOLD));
        await().atMost(Patience.LONG).until(() -> user.daemonPid() != dead);
    }

    /// Starts a carrier whose daemon dies, and waits until the next one is being started.
    private Process startOrphan() throws Exception {
        Process orphan = start("orphan", user.state().resolve(CarrierProgram.HOLD).toString());
        await().atMost(Patience.LONG)
                .until(() -> Files.deleteIfExists(user.state().resolve(CarrierProgram.HELD)));
        return orphan;
    }

    @Test
    void commandContinuesUnderDaemonsThatDieOneAfterTheOther() throws Exception {
        Process count = start("count");

        assertThat(output(count)).isEqualTo("line 1\nline 2\nline 3\nline 4\nline 5\n");
        assertThat(count.waitFor()).isZero();
    }

    @Test
    void onlyACommandThatReadsIsRunAgainUntilItHasWritten() throws Exception {
        Process ps = start("ps", mark.toString());

        assertThat(output(ps)).isEqualTo("listed\n");
        assertThat(ps.waitFor()).isEqualTo(1);
        assertThat(errors(ps)).isEqualTo("nudge: The daemon ended before it answered.\n");

        Process die = start("die");

        assertThat(die.waitFor()).isEqualTo(1);
        assertThat(errors(die)).isEqualTo("nudge: The daemon ended before it answered.\n");
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
