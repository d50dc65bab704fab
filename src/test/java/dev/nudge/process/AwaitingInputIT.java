package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.terminal.text.PromptText;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real programs on a real pseudo-terminal: who waits for input, and who is merely silent.
class AwaitingInputIT {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final TerminalReader READER = new TerminalReader();
    @AutoClose private static TmuxServerFixture tmux = TmuxServerFixture.start();

    /// What the folder of each command holds.
    @AutoClose private static TemporaryFolder repository = TemporaryFolder.create();

    @BeforeAll
    static void openSession() {
        tmux.newSession("main", 100, 30, Map.of(), "exec cat");
        sh(
                """
                cd '%s' && mkfifo arguments && git init -q --template= && : >precious
                printf 'all:\n\t@sleep 600\n' >slow.mk
                echo 'echo Building; sleep 600' >build.sh
                git config user.name ann && git config user.email ann@example.org
                git commit -q --allow-empty -m one && git commit -q --allow-empty -m two
                """
                        .formatted(repository.path()));
    }

    private static void sh(String script) {
        new ShortCommand(Patience.LONG, System.getenv()).run(List.of("sh", "-ec", script));
    }

    /// The kind of a program that asks, its name, how its prompt begins, and the command.
    @ParameterizedTest
    @CsvSource(
            delimiterString = " :: ",
            quoteCharacter = '`',
            textBlock =
                    """
                    QUESTION :: bash :: Go on? :: read -p 'Go on? ' answer
                    QUESTION :: bash :: Secret: :: read -s -p 'Secret: ' answer
                    QUESTION :: bash :: Deep? :: (read -p 'Deep? ' answer); true
                    QUESTION :: dash :: Name: :: dash -c 'printf Name:; read name'
                    QUESTION :: python3 :: Your name: :: python3 -c 'input("Your name: ")'
                    QUESTION :: python3 :: Your name: :: python3 -c 'import readline; input("Your name: ")'
                    QUESTION :: python3 :: Password: :: python3 -c 'import getpass; getpass.getpass()'
                    QUESTION :: perl :: Sure? :: perl -e '$| = 1; print "Sure? "; <STDIN>'
                    QUESTION :: head :: First line: :: printf 'First line: '; head -n 1 | cat > /dev/null
                    QUESTION :: ssh-keygen :: Enter passphrase :: ssh-keygen -t ed25519 -f key
                    QUESTION :: npm init :: package name: :: npm init
                    QUESTION :: rm :: rm: remove regular empty file 'precious'? :: rm -i precious
                    QUESTION :: apt-get :: Do you want to continue? [Y/n] :: apt-get -o Debug::NoLocking=1 -o Dir::Bin::dpkg=/bin/false remove tmux
                    QUESTION :: su :: Password: :: somebody su
                    QUESTION :: sudo :: [sudo] password for :: somebody sudo -k true
                    QUESTION :: node :: Port? :: node -e 'require("readline/promises").createInterface(process.stdin, process.stdout).question("Port? ")'
                    EDITOR :: vi :: any :: GIT_EDITOR=vi git rebase -i HEAD~1
                    EDITOR :: nano :: any :: GIT_EDITOR=nano git commit --amend --allow-empty
                    EDITOR :: vi :: any :: vi file
                    EDITOR :: nano :: any :: nano file
                    PAGER :: less :: any :: seq 1000 | less
                    REPL :: python3 :: >>> :: python3 -q
                    REPL :: node :: > :: node
                    REPL :: bash :: bash- :: bash --norc -i
                    REPL :: dash :: `` :: dash
                    """)
    void programThatWaitsForInputIsKnownWithItsKind(
            ProgramKind kind, String program, String prompt, String command) throws IOException {
        try (Job job = new Job(command)) {
            Awaiting awaiting = job.awaitReader();
            assertThat(awaiting.program()).startsWith(program);
            assertThat(awaiting.kind()).isEqualTo(kind);
            if (kind == ProgramKind.QUESTION || kind == ProgramKind.REPL) {
                assertThat(job.awaitPrompt(prompt).isRepl()).isEqualTo(kind == ProgramKind.REPL);
            }
            if (List.of("su", "dash", "vi").contains(program)) {
                assertThat(
                                TerminalReader.takesPassword(
                                        Path.of(tmux.displayMessage(job.pane, "#{pane_tty}"))))
                        .as("takes lines unseen")
                        .contains(program.equals("su"));
            }
            if (program.equals("npm init")) {
                assertThat(job.fastestLook())
                        .as("no more than some reads of files")
                        .isLessThan(Duration.ofMillis(10));
            }
        }
    }

    @Test
    void programsThatAreMerelySilentAreNot() throws IOException {
        List<String> commands =
                List.of(
                        "sleep 600",
                        "printf 'Compiling: '; sleep 600",
                        "sleep 600 < /dev/zero",
                        "tail -f precious",
                        "mkfifo pipe; cat pipe",
                        "mkfifo other; exec 3<> other; read -u 3 -p 'Not you: ' answer",
                        "make -s -f slow.mk",
                        System.getProperty("java.home") + "/bin/javac @arguments",
                        "perl arguments",
                        "sh build.sh > build.log 2>&1",
                        "python3 -c 'import time; time.sleep(600)'",
                        "python3 -c 'import socket; s = socket.socketpair(); s[0].recv(1)'",
                        "python3 -c 'import select, os; select.select([os.pipe()[0]], [], [])'",
                        "python3 -c 'import select; p = select.poll(); p.register(0, select.POLLPRI); p.poll()'",
                        "node -e 'setTimeout(() => {}, 600000)'");
        Map<String, Job> jobs = new HashMap<>();
        try {
            for (String command : commands) {
                jobs.put(command, new Job(command));
            }
            jobs.values()
                    .forEach(job ->
                            await().until(() ->
                                    Files.exists(job.folder.path().resolve("started"))));
            await().during(Duration.ofSeconds(1))
                    .pollInterval(PAUSE.multipliedBy(2))
                    .untilAsserted(() ->
                            jobs.forEach((command, job) ->
                                    assertThat(job.look()).as(command).isEmpty()));
            jobs.forEach((command, job) ->
                    assertThat(new ProcessTable().identify(job.pid)).as(command).isPresent());
        } finally {
            jobs.values().forEach(Job::close);
        }
    }

    /// Each is on a terminal of its own, and watched from its start to its end.
    @Test
    void aHundredOrdinaryCommandsNeverSeemToAwaitInput() throws IOException {
        List<String> commands =
                Files.readAllLines(Path.of("src/test/resources/ordinary-commands.txt"));
        assertThat(commands).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Path go = folder.path().resolve("go");
            tmux.tmux("run-shell", "mkfifo " + go);
            for (String command : commands) {
                Files.writeString(folder.path().resolve("job.sh"), command + "\n");
                // Nothing begins before the pid is known.
                String script = "cd %s && : < go && exec bash job.sh".formatted(folder.path());
                String shown = tmux.tmux("new-window", "-d", "-P", "-F", "#{pane_pid}", script);
                long pid = Long.parseLong(shown.strip());
                Files.writeString(go, "");
                await().pollDelay(Duration.ZERO)
                        .pollInterval(PAUSE)
                        .until(() -> {
                            assertThat(READER.look(pid)).as(command).isEmpty();
                            return new ProcessTable().identify(pid).isEmpty();
                        });
            }
        }
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

    /// A command on a terminal of its own, as a job has it: `bash -c`, leading its session.
    private static final class Job implements AutoCloseable {
        private final TemporaryFolder folder = TemporaryFolder.create();
        private final String pane;
        private final long pid;

        /// @param command in which `somebody` runs a program as a user who has to give a password.
        ///   A yes to apt-get would remove nothing, since its dpkg is `false`
        Job(String command) throws IOException {
            sh("cp -a '%s' '%s/repository'".formatted(repository.path(), folder.path()));
            Path script = folder.path().resolve("job.sh");
            Files.writeString(
                    script,
                    """
                    somebody() {
                        if [ $(id -u) != 0 ]; then "$@"; else
                            setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
                        fi
                    }
                    cd %s/repository; : > ../started
                    %s
                    """
                            .formatted(folder.path(), command));
            pane = tmux.newWindow("main", Map.of(), "exec bash " + script);
            pid = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
        }

        Optional<Awaiting> look() {
            return READER.look(pid);
        }

        Duration fastestLook() {
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 100; i++) {
                long begin = System.nanoTime();
                assertThat(look()).isPresent();
                fastest = Math.min(fastest, System.nanoTime() - begin);
            }
            return Duration.ofNanos(fastest);
        }

        /// Two looks in a row, since a program may ask the terminal something when it starts.
        Awaiting awaitReader() {
            return await().during(Duration.ofMillis(300))
                    .pollInterval(PAUSE)
                    .until(this::look, Optional::isPresent)
                    .orElseThrow();
        }

        PromptText awaitPrompt(String start) {
            return await().alias(start)
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
