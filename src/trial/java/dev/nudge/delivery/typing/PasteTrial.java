package dev.nudge.delivery.typing;

import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.RealAgent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.core.ConditionTimeoutException;

/// Another program pastes into the prompt of the real Gemini CLI every few milliseconds around
/// nudge's paste and Enter, and presses Enter once its text is drawn. That text must reach the
/// model, or stay in the prompt, and each of nudge's messages must reach it once.
///
/// The busier the machine, the more the trial finds: on an idle one, the agent has drawn what it
/// has read before it reads the next key.
public final class PasteTrial implements AutoCloseable {
    private static final Duration LIMIT = Patience.LONG;

    /// From the end of a job to the last paste, beyond nudge's Enter.
    private static final Duration LAST = Duration.ofMillis(300);

    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final MemoryOutbox outbox = new MemoryOutbox();
    private final RealAgent agent = RealAgent.of(new GeminiCli()).open(200, 40);
    private final ScriptedModel model = agent.model();
    private final TmuxServerFixture tmux = agent.tmux();
    private final Courier courier =
            new Courier(
                    outbox,
                    new ProcessTable(),
                    _ -> AgentKinds.builtIn("gemini-cli").profile(),
                    Pace.NORMAL);
    private final AgentBinding binding =
            new AgentBinding(
                    tmux.address(agent.pane()),
                    new ProcessTable().identify(agent.pid()).orElseThrow());

    /// What the model must have been told once: a part of the text, and what it is.
    private final Map<String, String> expected = new LinkedHashMap<>();

    private PasteTrial() {}

    /// Runs a trial; exits with 1 if anything was lost, or told twice.
    ///
    /// @param args the number of pastes, default 40, about three seconds each
    public static void main(String[] args) {
        int pastes = args.length == 0 ? 40 : Integer.parseInt(args[0]);
        List<String> lost;
        try (PasteTrial trial = new PasteTrial()) {
            for (int i = 0; i < pastes; i++) {
                trial.paste(i, LAST.multipliedBy(i).dividedBy(pastes));
            }
            trial.model.awaitUserTextContaining("[nudge: job %d,".formatted(pastes), LIMIT);
            lost = trial.lost();
        }
        System.out.printf("%d pastes; lost or repeated: %s%n", pastes, lost);
        System.exit(lost.isEmpty() ? 0 : 1);
    }

    private void paste(int number, Duration after) {
        String text = "pasted by another program (%d)".formatted(number);
        tmux.tmux("set-buffer", "-b", "other", text);
        outbox.add(binding, EndNotes.of(number + 1, "make", new ExitStatus.Exited(0), "all done"));
        long end = System.nanoTime() + after.toNanos();
        courier.wake(binding);
        LockSupport.parkNanos(end - System.nanoTime());
        tmux.tmux("paste-buffer", "-p", "-d", "-b", "other", "-t", agent.pane());
        boolean isSeen = isSeen(text);
        agent.enter();
        settle(text);
        expected.put(
                text,
                "the text, after %d ms%s"
                        .formatted(after.toMillis(), isSeen ? "" : ", never drawn"));
        expected.put("[nudge: job %d,".formatted(number + 1), "the end of a job");
    }

    private boolean isSeen(String text) {
        try {
            await().atMost(Duration.ofSeconds(3))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> agent.screen().contains(text));
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    /// Submits what has been left in the prompt, and waits until the agent is idle again. A key is
    /// pressed again only after a while: a second one too early submits the text again (rule R124).
    private void settle(String text) {
        AtomicLong pressedAt = new AtomicLong(System.nanoTime());
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    String screen = agent.screen();
                    String prompt = screen.substring(Math.max(0, screen.lastIndexOf("\n > ")));
                    boolean isLeft = prompt.contains(text);
                    if (isLeft && System.nanoTime() - pressedAt.get() > AGAIN.toNanos()) {
                        agent.keys("Enter");
                        pressedAt.set(System.nanoTime());
                    }
                    return prompt.contains("Type your message")
                            && agent.title().contains("Ready")
                            && outbox.isEmpty()
                            && courier.active() == 0;
                });
    }

    /// Returns what is not in the conversation, or is there more than once.
    private List<String> lost() {
        List<String> told = model.requests().getLast().userTexts();
        return expected.entrySet().stream()
                .filter(e -> told.stream().filter(t -> t.contains(e.getKey())).count() != 1)
                .map(e -> "%s (%s)".formatted(e.getKey(), e.getValue()))
                .toList();
    }

    @Override
    public void close() {
        courier.close();
        agent.close();
    }
}
