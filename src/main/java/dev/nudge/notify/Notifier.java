package dev.nudge.notify;

import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ShortProgram;
import dev.nudge.settings.Settings;
import dev.nudge.text.Bytes;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Notifies people when a job has ended or asks for input, according to their settings. Never
/// blocks: a few notices are sent at once, a thousand wait, and more are logged and dropped. A
/// notice lost in a crash is not repeated.
public final class Notifier implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Notifier.class.getName());
    private static final int AT_ONCE = 4;
    private static final int MOST_WAITING = 1000;
    private static final Duration END = Duration.ofSeconds(1);

    private final String notifyOn;
    private final Optional<CommandHook> hook;
    private final Optional<WebHook> web;
    private final TerminalSignal terminals;
    private final ThreadPoolExecutor hooks = pool("hook-");
    private final ThreadPoolExecutor posts = pool("post-");
    private final ThreadPoolExecutor writers = pool("bell-");

    /// The last question of each job that was reported, since a question may reappear.
    private final ConcurrentMap<Long, Long> questions = new ConcurrentHashMap<>();

    /// @param environment returns the environment of the command for a job's notices
    /// @param output reads the part of a job's output that a message to its agent quotes
    public Notifier(
            Settings settings,
            Function<Job, Map<String, String>> environment,
            Function<Job, String> output) {
        this.notifyOn = settings.notifyOn();
        this.hook = settings.notifyCommand().map(c -> new CommandHook(c, environment));
        this.web = settings.notifyUrl().map(a -> new WebHook(a, settings.notifyBody(), output));
        this.terminals = new TerminalSignal(settings.desktop(), settings.bell());
    }

    private static ThreadPoolExecutor pool(String name) {
        return new ThreadPoolExecutor(
                AT_ONCE,
                AT_ONCE,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                Thread.ofVirtual().name(name, 1).factory(),
                Notifier::drop);
    }

    private static void drop(Runnable notice, ThreadPoolExecutor pool) {
        if (!pool.isShutdown()) {
            LOG.log(Level.WARNING, "over {0} notices wait: one was dropped", MOST_WAITING);
        }
    }

    public void ended(Job job) {
        questions.remove(job.number());
        tell(new Notice("ended", job));
    }

    /// Reports the question of a job, if it asks one that has not been reported.
    public void asks(Job job) {
        Optional<Long> asked = job.question().map(Question::id);
        if (asked.isPresent() && !asked.get().equals(questions.put(job.number(), asked.get()))) {
            tell(new Notice("asks", job));
        }
    }

    private void tell(Notice notice) {
        if (!notice.isWanted(notifyOn)) {
            return;
        }
        hook.ifPresent(h -> hooks.execute(guarded(() -> h.run(notice))));
        web.ifPresent(w -> posts.execute(guarded(() -> w.post(notice))));
        if (terminals.isOn()) {
            notice.job()
                    .target()
                    .filter(NudgeTarget::hasPane)
                    .ifPresent(t ->
                            writers.execute(guarded(() -> terminals.show(t, notice.sentence()))));
        }
    }

    /// Logs that nobody was notified in this way.
    static void failed(String way, String reason) {
        LOG.log(Level.WARNING, "{0}: {1}", way, reason);
    }

    private static Runnable guarded(LoopGuard.Round telling) {
        return () -> {
            try {
                LoopGuard.run(LOG, "a notice", telling);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /// Gives pending notices a second, then kills them.
    @Override
    public void close() {
        hooks.shutdown();
        posts.shutdown();
        writers.shutdownNow();
        try {
            if (!hooks.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
                hooks.shutdownNow();
                boolean _ = hooks.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
            }
            boolean _ = posts.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            hooks.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            posts.shutdownNow();
        }
    }

    /// Makes the terminals that show an agent's tmux session show a notification or ring. The
    /// characters for that come between other output, so they must not move the cursor or be seen.
    ///
    /// @param desktop `off`, `osc9` (iTerm2, Windows Terminal, kitty, WezTerm, ghostty) or `osc777`
    ///   (urxvt, foot, VTE, WezTerm, ghostty)
    record TerminalSignal(String desktop, boolean isBell) {
        private static final Duration LIMIT = Duration.ofSeconds(2);
        private static final char ESCAPE = '\033';
        private static final char BELL = '\007';

        boolean isOn() {
            return isBell || !desktop.equals("off");
        }

        /// Returns the characters for a sentence without control characters.
        String of(String sentence) {
            String notification =
                    switch (desktop) {
                        case "osc9" -> ESCAPE + "]9;nudge: " + sentence + BELL;
                        // A semicolon would end the text.
                        case "osc777" ->
                                ESCAPE + "]777;notify;nudge;" + sentence.replace(';', ',') + BELL;
                        default -> "";
                    };
            return isBell ? notification + BELL : notification;
        }

        /// Sends a sentence to the terminals that show an agent's tmux session. Blocks for a tmux
        /// call, plus at most 2 s for each terminal.
        void show(NudgeTarget agent, String sentence) throws InterruptedException {
            try {
                for (String terminal :
                        new Tmux(Path.of(agent.socket())).terminals(agent.session())) {
                    write(terminal, of(sentence));
                }
            } catch (TmuxException e) {
                failed("no terminal was notified", String.valueOf(e.getMessage()));
            }
        }

        /// Writes to a terminal. A terminal that is not read may block its writer forever, so the
        /// writer is a process that can be killed.
        private static void write(String terminal, String text) throws InterruptedException {
            Map<String, String> environment =
                    Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
            new ShortProgram(
                            List.of("sh", "-c", "exec cat >\"$1\"", "sh", terminal),
                            LIMIT,
                            environment,
                            Optional.of(Path.of("/")))
                    .failure(text)
                    .ifPresent(
                            reason -> failed("terminal " + terminal + " was not notified", reason));
        }
    }

    /// The user's own command for notices (setting `notify_command`), for `sh -c`. It reads the job
    /// as JSON from its standard input, in the environment for the job's notices.
    record CommandHook(String command, Function<Job, Map<String, String>> environment) {
        private static final Duration LIMIT = Duration.ofSeconds(10);

        /// Runs the command. Blocks for at most 10 s.
        void run(Notice notice) throws InterruptedException {
            String folder = notice.job().spec().cwd();
            // Java starts no program in a directory whose name is not UTF-8.
            Path cwd = Path.of(Bytes.differs(folder) ? "/" : folder);
            new ShortProgram(
                            List.of("sh", "-c", command),
                            LIMIT,
                            environment.apply(notice.job()),
                            Optional.of(Files.isDirectory(cwd) ? cwd : Path.of("/")))
                    .failure(notice.json() + "\n")
                    .ifPresent(reason -> failed("notify_command for " + notice.words(), reason));
        }
    }
}
