package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.Presence.AgentClient.TaskUse;
import dev.nudge.agent.Waking.Route;
import dev.nudge.agent.Waking.WayFacts;
import dev.nudge.agent.Waking.WayFacts.Place;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Which way wakes an agent, and why not a better one.
class WakingTest {
    private static final InboxAccess OPEN =
            new InboxAccess.Open(new SocketInbox(Path.of("/s"), "word"));
    private static final Map<String, InboxAccess> INBOXES =
            Map.of(
                    "OPEN", OPEN,
                    "REFUSING", new InboxAccess.Refusing(),
                    "NONE", new InboxAccess.None(),
                    "UNKNOWN", new InboxAccess.Unknown());
    private static final Optional<String> UNKNOWN = Optional.of("nudge does not know it");

    /// Everything that can be known of an agent.
    private static List<WayFacts> allFacts() {
        List<WayFacts> all = new ArrayList<>();
        for (Place place : Place.values()) {
            for (TaskUse tasks : TaskUse.values()) {
                for (InboxAccess inbox : INBOXES.values()) {
                    for (int bits = 0; bits < 8; bits++) {
                        all.add(
                                new WayFacts(
                                        place,
                                        tasks,
                                        (bits & 1) != 0,
                                        inbox,
                                        (bits & 2) != 0,
                                        (bits & 4) == 0 ? Optional.empty() : UNKNOWN));
                    }
                }
            }
        }
        return all;
    }

    private static boolean isOpen(Way way, WayFacts facts) {
        return switch (way) {
            case TASK -> facts.tasks() == TaskUse.ON;
            case MONITOR -> isOfOneSession(facts) && facts.hasMonitor();
            case QUEUE -> facts.place() == Place.THREAD;
            case INBOX -> isOfOneSession(facts) && facts.inbox().equals(OPEN);
            case HOOK -> facts.runsHooks();
            case KEYS -> facts.place() == Place.PANE && facts.objection().isEmpty();
        };
    }

    private static boolean isOfOneSession(WayFacts facts) {
        return facts.place() == Place.PANE || facts.place() == Place.OUTSIDE;
    }

    @ParameterizedTest
    @MethodSource("dev.nudge.agent.kind.AgentKinds#builtIn()")
    void bestOpenWayIsUsedAndEachBetterOneHasItsReason(String kind) {
        for (WayFacts facts : allFacts()) {
            Set<Way> ways = EnumSet.copyOf(AgentKinds.builtIn(kind).ways());
            if (facts.tasks() == TaskUse.ON) {
                ways.add(Way.TASK);
            }
            List<Way> open =
                    ways.stream().filter(way -> way != Way.HOOK && isOpen(way, facts)).toList();

            Waking waking = Waking.of(AgentKinds.builtIn(kind).ways(), facts);

            String as = facts.toString();
            assertThat(waking.routes()).as(as).extracting(Route::way).isEqualTo(List.copyOf(ways));
            assertThat(waking.routes())
                    .as(as)
                    .allMatch(route -> route.closed().isEmpty() == isOpen(route.way(), facts));
            assertThat(waking.ofCalls()).as(as).isEqualTo(open.stream().findFirst());
            assertThat(waking.ofOthers())
                    .as(as)
                    .isEqualTo(open.stream().filter(way -> way != Way.TASK).findFirst());
            assertThat(waking.hasHooks())
                    .as(as)
                    .isEqualTo(ways.contains(Way.HOOK) && facts.runsHooks());
            // What is promised without a task needs a way without one.
            assertThat(waking.objection().isEmpty())
                    .as(as)
                    .isEqualTo(waking.ofOthers().isPresent());
            assertWordsNameTheWayAndEachReason(waking);
        }
    }

    private static void assertWordsNameTheWayAndEachReason(Waking waking) {
        String words = waking.words();
        Optional<Way> last = waking.ofOthers();

        assertThat(words)
                .startsWith(waking.ofCalls().map(Way::means).orElse("nothing, since "))
                .contains(last.map(Way::means).orElse(""))
                .doesNotEndWith(".");
        waking.routes().stream()
                .filter(route -> route.way().wakes() && last.isPresent())
                .takeWhile(route -> route.way() != last.get())
                .flatMap(route -> route.closed().stream())
                .forEach(why -> assertThat(words).contains(why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    claude-code | PANE    | ON      | NONE | its tasks (MCP); for what has no task, by typing into its pane, since nudge's monitor does not run in it
                    claude-code | PANE    | OFF     | NONE | typing into its pane, since tasks are turned off in it, and nudge's monitor does not run in it
                    claude-code | PANE    | OLD     | NONE | typing into its pane, since it does not use tasks (an older version, or they are turned off), and nudge's monitor does not run in it
                    claude-code | PANE    | UNKNOWN | NONE | typing into its pane, since it has not said yet whether it takes tasks, and nudge's monitor does not run in it
                    claude-code | OUTSIDE | ON      | NONE | its tasks (MCP); what has no task waits, since it is in no tmux pane in which nudge types
                    claude-code | OUTSIDE | OFF     | NONE | nothing, since tasks are turned off in it, and nudge's monitor does not run in it, and it is in no tmux pane in which nudge types
                    codex       | THREAD  | OLD     | NONE | the queue of its thread
                    codex       | PANE    | OLD     | NONE | typing into its pane, since it has a queue only for the sessions that its server runs
                    codex       | SERVER  | OLD     | NONE | nothing, since the queue of its server cannot be used, and its server runs the sessions of several panes, and nothing shows which one is its own
                    opencode    | PANE    | OLD     | OPEN | its inbox
                    opencode    | PANE    | OLD     | NONE | nothing, since it has opened no inbox
                    opencode    | OUTSIDE | OLD     | OPEN | its inbox
                    qwen-code   | PANE    | OLD     | OPEN | its inbox
                    qwen-code   | PANE    | OLD     | NONE | typing into its pane, since it has opened no inbox
                    qwen-code   | PANE    | OLD     | REFUSING | typing into its pane, since it refuses messages to its inbox
                    qwen-code   | OUTSIDE | OLD     | REFUSING | nothing, since it refuses messages to its inbox, and it is in no tmux pane in which nudge types
                    gemini-cli  | PANE    | OLD     | NONE | typing into its pane
                    gemini-cli  | PANE    | ON      | NONE | its tasks (MCP); for what has no task, by typing into its pane
                    gemini-cli  | OUTSIDE | OLD     | NONE | nothing, since it is in no tmux pane in which nudge types
                    copilot-cli | PANE    | OLD     | NONE | typing into its pane, since nudge's monitor does not run in it
                    """)
    void wordsAreThose(String kind, Place place, TaskUse tasks, String inbox, String words) {
        InboxAccess access = Objects.requireNonNull(INBOXES.get(inbox));
        WayFacts facts = new WayFacts(place, tasks, false, access, false, Optional.empty());

        assertThat(Waking.of(AgentKinds.builtIn(kind).ways(), facts).words()).isEqualTo(words);
    }

    /// Kinds as a person's own file may describe them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    TASK,MONITOR,KEYS | PANE    | OFF | false | nudge's monitor in it, since tasks are turned off in it
                    TASK,MONITOR,KEYS | OUTSIDE | OFF | false | nudge's monitor in it, since tasks are turned off in it
                    TASK,MONITOR,KEYS | SERVER  | OFF | false | nothing, since tasks are turned off in it, and its server runs the sessions of several panes, and nothing shows which one is its own
                    TASK,HOOK         | PANE    | ON  | false | its tasks (MCP); what has no task waits, since only tasks wake agents of its kind; nudge's hooks report what waits with its next prompt
                    TASK,HOOK         | PANE    | OFF | false | nothing, since tasks are turned off in it; nudge's hooks report what waits with its next prompt
                    HOOK              | PANE    | ON  | false | its tasks (MCP); what has no task waits, since only tasks wake agents of its kind; nudge's hooks report what waits with its next prompt
                    HOOK              | PANE    | OLD | false | nothing, since agents of its kind cannot be woken; nudge's hooks report what waits with its next prompt
                    HOOK,KEYS         | PANE    | OLD | true  | nothing, since nudge does not know it; nudge's hooks report what waits with its next prompt
                    """)
    void wordsOfOtherKindsAreThose(
            String ways, Place place, TaskUse tasks, boolean isUnknown, String words) {
        Optional<String> objection = isUnknown ? UNKNOWN : Optional.empty();
        WayFacts facts = new WayFacts(place, tasks, true, new InboxAccess.None(), true, objection);
        List<Way> all = Stream.of(ways.split(",", -1)).map(Way::valueOf).toList();

        assertThat(Waking.of(all, facts).words()).isEqualTo(words);
    }
}
