package dev.nudge.outbox;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.store.AtomicFile;
import dev.nudge.tmux.PaneAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps the marks that tell a hook, without a call to the daemon, whether something waits for the
/// agent in its pane, or for its thread; whether something is typed for it, so that the hook must
/// leave a receipt; and whether its next prompt ends a turn in which it was told something. An
/// extra mark costs a hook some time; a missing one costs only the hook's help.
final class PendingMarks {
    private static final Logger LOG = System.getLogger(PendingMarks.class.getName());

    /// What waits for some agent in no pane in which nudge types.
    private static final String ELSEWHERE = "elsewhere";

    private static final String TYPING = ".typing";
    private static final String TOLD = ".told";

    private final Path directory;
    private final Predicate<NudgeTarget> hasHooks;
    private final Supplier<Stream<NudgeTarget>> calling;
    private volatile boolean isStarted;

    PendingMarks(
            Path directory,
            Predicate<NudgeTarget> hasHooks,
            Supplier<Stream<NudgeTarget>> calling) {
        this.directory = directory;
        this.hasHooks = hasHooks;
        this.calling = calling;
    }

    /// Lets the marks be changed. Until then they stay as the last daemon left them.
    void start() {
        isStarted = true;
    }

    /// The agents whose hooks are to find marks.
    ///
    /// @param typing into whose panes something is typed, or that have something in their queue
    /// @param told of which it is not known whether the turn in which they were told was completed
    record Wanted(
            Stream<NudgeTarget> waiting, Stream<NudgeTarget> typing, Stream<NudgeTarget> told) {}

    /// @param wanted called under the lock, so that the last call sets what is true then
    synchronized void set(Supplier<Wanted> wanted) {
        if (isStarted) {
            replace(names(wanted.get()));
        }
    }

    private Set<String> names(Wanted wanted) {
        Set<String> names = new HashSet<>();
        names(Stream.concat(wanted.waiting(), calling.get())).forEach(names::add);
        names(wanted.typing().filter(NudgeTarget::hasPane)).forEach(n -> names.add(n + TYPING));
        names(wanted.told().filter(NudgeTarget::hasPane)).forEach(n -> names.add(n + TOLD));
        return names;
    }

    private void replace(Set<String> wanted) {
        try (Stream<Path> entries = Files.list(directory)) {
            Set<String> standing =
                    entries.map(e -> e.getFileName().toString())
                            .collect(Collectors.toCollection(HashSet::new));
            for (String name : standing) {
                if (!wanted.contains(name)) {
                    Files.deleteIfExists(directory.resolve(name));
                }
            }
            wanted.removeAll(standing);
            for (String name : wanted) {
                Files.createFile(directory.resolve(name), AtomicFile.PRIVATE_FILE);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "the marks for hooks are not up to date: {0}", e.toString());
        }
    }

    private Stream<String> names(Stream<NudgeTarget> targets) {
        return targets.distinct().filter(hasHooks).map(PendingMarks::name);
    }

    /// Returns the name of the pane of an agent, or of its thread, as hooks know it.
    static String name(NudgeTarget target) {
        if (target.hasThread()) {
            return "thread-" + target.thread();
        }
        return target.hasPane() ? name(target.serverPid(), target.paneId()) : ELSEWHERE;
    }

    static String name(PaneAddress pane) {
        return name(pane.serverPid(), pane.paneId());
    }

    private static String name(long server, String pane) {
        return server + "-" + pane.substring(1);
    }
}
