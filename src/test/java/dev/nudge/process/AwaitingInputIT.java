package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.terminal.text.PromptText;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Real programs on a real pseudo-terminal: who waits for input, and who is merely silent.
class AwaitingInputIT {
    private static final Duration LIMIT = Patience.LONG;
    private static TmuxServerFixture tmux;
    private static final TemporaryFolder FOLDER = TemporaryFolder.create();
    private static final TerminalReader READER = new TerminalReader();

    @BeforeAll
    static void openSession() {
        tmux = TmuxServerFixture.start();
        tmux.newSession("main", 100, 30, Map.of(), "exec cat");
    }

    @AfterAll
    static void closeAll() {
        tmux.close();
        FOLDER.close();
    }

    static Stream<Arguments> questions() {
        return Stream.of(
                Arguments.of("read -p 'Go on? ' answer", "bash", "Go on? "),
                Arguments.of("read -s -p 'Secret: ' answer", "bash", "Secret: "),
                Arguments.of("(read -p 'Deep? ' answer); true", "bash", "Deep? "),
                Arguments.of("dash -c 'printf Name:; read name'", "dash", "Name:"),
                Arguments.of("python3 -c 'input(\"Your name: \")'", "python3", "Your name: "),
                Arguments.of(
                        "python3 -c 'import readline; input(\"Your name: \")'",
                        "python3",
                        "Your name: "),
                Arguments.of(
                        "python3 -c 'import getpass; getpass.getpass()'", "python3", "Password: "),
                Arguments.of("perl -e '$| = 1; print \"Sure? \"; <STDIN>'", "perl", "Sure? "),
                Arguments.of(
                        "printf 'First line: '; head -n 1 | cat > /dev/null",
                        "head",
                        "First line: "),
                Arguments.of("ssh-keygen -t ed25519 -f key", "ssh-keygen", "Enter passphrase"),
                Arguments.of("npm init", "npm init", "package name: "),
                Arguments.of("rm -i precious", "rm", "rm: remove regular empty file 'precious'? "),
                Arguments.of(aptGet(), "apt-get", "Do you want to continue? [Y/n] "),
                Arguments.of(asSomebody("su"), "su", "Password: "),
                Arguments.of(asSomebody("sudo -k true"), "sudo", "[sudo] password for "),
                Arguments.of(
                        "node -e 'require(\"readline/promises\").createInterface(process.stdin, process.stdout).question(\"Port? \")'",
                        "node",
                        "Port? "));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void aProgramThatAsksIsAwaitingInput(String command, String program, String prompt)
            throws IOException {
        try (Job job = new Job(command)) {
            Awaiting awaiting = job.awaitReader();
            assertThat(awaiting.program()).startsWith(program);
            assertThat(awaiting.kind()).isEqualTo(ProgramKind.QUESTION);
            assertThat(job.awaitPrompt(prompt).isRepl()).isFalse();
        }
    }

    static Stream<Arguments> editors() {
        return Stream.of(
                Arguments.of("GIT_EDITOR=vi git rebase -i HEAD~1", "vi"),
                Arguments.of("GIT_EDITOR=nano git commit --amend --allow-empty", "nano"),
                Arguments.of("vi file", "vi"),
                Arguments.of("nano file", "nano"));
    }

    @ParameterizedTest
    @MethodSource("editors")
    void anEditorIsNamedAsOne(String command, String program) throws IOException {
        try (Job job = new Job(command)) {
            Awaiting awaiting = job.awaitReader();
            assertThat(awaiting.program()).startsWith(program);
            assertThat(awaiting.kind()).isEqualTo(ProgramKind.EDITOR);
        }
    }

    static Stream<Arguments> interpreters() {
        return Stream.of(
                Arguments.of("python3 -q", ">>> "),
                Arguments.of("node", "> "),
                Arguments.of("bash --norc -i", "bash-"),
                Arguments.of("dash", ""));
    }

    @ParameterizedTest
    @MethodSource("interpreters")
    void anInterpreterAtItsPromptIsToldApart(String command, String prompt) throws IOException {
        try (Job job = new Job(command)) {
            assertThat(job.awaitReader().kind()).isEqualTo(ProgramKind.REPL);
            assertThat(job.awaitPrompt(prompt).isRepl()).isTrue();
        }
    }

    @Test
    void aPagerIsToldApart() throws IOException {
        try (Job job = new Job("seq 1000 | less")) {
            assertThat(job.awaitReader().kind()).isEqualTo(ProgramKind.PAGER);
        }
    }

    @ParameterizedTest
    @MethodSource("silent")
    void aProgramThatIsMerelySilentIsNot(String command) throws IOException {
        try (Job job = new Job(command)) {
            await().atMost(LIMIT).until(() -> Files.exists(job.started()));
            await().during(Duration.ofSeconds(1))
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(job.look()).isEmpty());
            assertThat(new ProcessTable().identify(job.pid)).isPresent();
        }
    }

    static Stream<String> silent() {
        return Stream.of(
                "sleep 60",
                "printf 'Compiling: '; sleep 60",
                "sleep 60 < /dev/zero",
                "cat > /dev/null < /dev/zero",
                "tail -f precious",
                "mkfifo pipe; cat pipe",
                "mkfifo other; exec 3<> other; read -u 3 -p 'Not you: ' answer",
                "make -s -f slow.mk",
                System.getProperty("java.home") + "/bin/javac @arguments",
                "perl arguments",
                "sh build.sh > build.log 2>&1",
                "python3 -c 'import time; time.sleep(60)'",
                "python3 -c 'import socket; s = socket.socketpair(); s[0].recv(1)'",
                "python3 -c 'import select, os; select.select([os.pipe()[0]], [], [])'",
                "python3 -c 'import select; p = select.poll(); p.register(0, select.POLLPRI); p.poll()'",
                "node -e 'setTimeout(() => {}, 60000)'",
                "while :; do :; done");
    }

    @Test
    void whoHasEndedOrHasNoTerminalAwaitsNothing() throws Exception {
        Process plain = new ProcessBuilder("setsid", "sleep", "60").start();
        try {
            assertThat(READER.look(plain.pid())).isEmpty();
        } finally {
            plain.destroyForcibly();
        }
        plain.waitFor();
        assertThat(READER.look(plain.pid())).isEmpty();
    }

    @Test
    void aTerminalThatTakesLinesUnseenIsSetForAPassword() throws IOException {
        try (Job open = new Job("cat");
                Job editor = new Job("vi file")) {
            open.awaitReader();
            editor.awaitReader();
            assertThat(TerminalReader.takesPassword(open.terminal())).contains(false);
            assertThat(TerminalReader.takesPassword(editor.terminal())).contains(false);
            try (Job su = new Job(asSomebody("su"))) {
                su.awaitReader();
                assertThat(TerminalReader.takesPassword(su.terminal())).contains(true);
            }
        }
    }

    @Test
    void oneLookTakesNoMoreThanSomeFileReads() throws IOException {
        try (Job job = new Job("bash -c 'npm init; true'")) {
            job.awaitReader();
            int looks = 300;
            long best = Long.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < looks; i++) {
                    assertThat(job.look()).isPresent();
                }
                best = Math.min(best, (System.nanoTime() - start) / looks);
            }
            System.out.printf("one look: %d microseconds%n", best / 1000);
            assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(10));
        }
    }

    /// Asks before it removes a package; even a yes would remove nothing, since dpkg is `false`.
    private static String aptGet() {
        return "apt-get -o Debug::NoLocking=1 -o Dir::Bin::dpkg=/bin/false remove tmux";
    }

    /// As a user who has to give a password.
    private static String asSomebody(String command) {
        return "if [ $(id -u) = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "
                + command
                + "; else "
                + command
                + "; fi";
    }

    /// A command on a terminal of its own, as a job has it: `bash -c`, leading its session.
    private static final class Job implements AutoCloseable {
        private final TemporaryFolder folder = TemporaryFolder.create();
        private final String pane;
        private final long pid;

        Job(String command) throws IOException {
            prepare();
            Path script = folder.path().resolve("job.sh");
            Files.writeString(
                    script,
                    "cd %s/repository; : > ../started\n%s\n".formatted(folder.path(), command));
            pane = tmux.newWindow("main", Map.of(), "exec bash " + script);
            pid = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
        }

        private void prepare() throws IOException {
            Path home = folder.folder("repository");
            Files.createFile(home.resolve("precious"));
            Files.writeString(home.resolve("slow.mk"), "all:\n\t@sleep 60\n");
            Files.writeString(home.resolve("build.sh"), "echo Building; sleep 60\n");
            run("mkfifo", home.resolve("arguments").toString());
            for (List<String> step :
                    List.of(
                            List.of("init", "-q"),
                            List.of("config", "user.name", "ann"),
                            List.of("config", "user.email", "ann@example.org"),
                            List.of("commit", "-q", "--allow-empty", "-m", "one"),
                            List.of("commit", "-q", "--allow-empty", "-m", "two"))) {
                List<String> git = List.of("git", "-C", home.toString());
                run(Stream.concat(git.stream(), step.stream()).toArray(String[]::new));
            }
        }

        private static void run(String... command) throws IOException {
            try {
                int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
                assertThat(exit).as(String.join(" ", command)).isZero();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        Path started() {
            return folder.path().resolve("started");
        }

        Path terminal() {
            return Path.of(tmux.displayMessage(pane, "#{pane_tty}"));
        }

        Optional<Awaiting> look() {
            return READER.look(pid);
        }

        /// Two looks in a row, since a program may ask the terminal something when it starts.
        Awaiting awaitReader() {
            return await().atMost(LIMIT)
                    .during(Duration.ofMillis(300))
                    .pollInterval(Duration.ofMillis(50))
                    .until(this::look, Optional::isPresent)
                    .orElseThrow();
        }

        PromptText awaitPrompt(String start) {
            return await().alias(start)
                    .atMost(LIMIT)
                    .until(this::prompt, p -> p.filter(t -> t.text().startsWith(start)).isPresent())
                    .orElseThrow();
        }

        private Optional<PromptText> prompt() {
            String[] cursor = tmux.displayMessage(pane, "#{cursor_y} #{cursor_x}").split(" ", -1);
            List<String> rows =
                    List.of(tmux.tmux("capture-pane", "-p", "-N", "-t", pane).split("\n", -1));
            String row = rows.get(Integer.parseInt(cursor[0]));
            int column = Integer.parseInt(cursor[1]);
            String padded = row + " ".repeat(Math.max(0, column - row.length()));
            return PromptText.at(padded.substring(0, column));
        }

        @Override
        public void close() {
            tmux.tmux("kill-window", "-t", pane);
            folder.close();
        }
    }
}
