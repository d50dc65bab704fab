package dev.nudge.notify;

import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.LoopGuard;
import dev.nudge.settings.Settings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Notifies people when a job has ended or asks for input, according to their settings. Never
/// blocks: a few notices are sent at once, a thousand wait, and more are logged and dropped. They
/// are kept in memory only: a notice lost in a crash is not repeated.
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
        tell(Notice.ended(job));
    }

    /// Reports the question of a job, if it asks one that has not been reported.
    public void asks(Job job) {
        Optional<Long> asked = job.question().map(Question::id);
        if (asked.isPresent() && !asked.get().equals(questions.put(job.number(), asked.get()))) {
            tell(Notice.asks(job));
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
}
