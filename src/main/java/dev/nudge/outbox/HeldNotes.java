package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.outbox.Ledger.Due;
import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.AtomicFile;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The notes that hooks are passing on to agents. They are kept from the courier until the hook
/// confirms that it has passed them on, or ends. A record of them is written before the hook gets
/// them: what it has said cannot be taken back, so if the daemon dies, the next one keeps them too.
public final class HeldNotes {
    private static final Logger LOG = System.getLogger(HeldNotes.class.getName());

    private final Ledger ledger;
    private final Claims claims;
    private final Acknowledgements acknowledgements;
    private final Path directory;
    private final ProcessTable processes;
    private final Consumer<NudgeTarget> passOn;
    private final Consumer<NudgeTarget> wake;
    private final Map<ProcessId, List<Note>> held = new HashMap<>();

    /// @param passOn passes on to an agent the notes of agents before it in its place
    HeldNotes(
            Ledger ledger,
            Claims claims,
            Acknowledgements acknowledgements,
            Path directory,
            ProcessTable processes,
            Consumer<NudgeTarget> passOn,
            Consumer<NudgeTarget> wake) {
        this.ledger = ledger;
        this.claims = claims;
        this.acknowledgements = acknowledgements;
        this.directory = directory;
        this.processes = processes;
        this.passOn = passOn;
        this.wake = wake;
    }

    HandOver handOver(long pid, String transcript) {
        return new HandOver(processes.identify(pid), processes.ancestry(pid), transcript);
    }

    /// Hands the notes for one pane, or for one thread, to a hook of the agent that runs in it.
    /// Closing it gives back what the hook has not confirmed.
    public final class HandOver implements AutoCloseable {
        private final Optional<ProcessId> hook;
        private final List<Long> ancestry;
        private final String transcript;
        private boolean isTaken;

        private HandOver(Optional<ProcessId> hook, List<Long> ancestry, String transcript) {
            this.hook = hook;
            this.ancestry = ancestry;
            this.transcript = transcript;
        }

        /// Takes the notes for the agent that has started the hook. Those of earlier agents in its
        /// place are passed on to it first, so that its own end decides what becomes of them. An
        /// agent that takes a prompt no longer waits for any call, so ends that an answer reported
        /// without a receipt are taken as well. Blocks for some tmux calls.
        ///
        /// @param most how many are taken at most, those that happened first
        /// @return a message for each, in full
        public List<String> take(NudgeTarget here, int most) {
            passOn.accept(here);
            hook.ifPresent(id ->
                    acknowledgements.prove(
                            t -> isOurs(t, here), id.pid(), () -> !processes.isGone(id)));
            return give(here, _ -> true, most);
        }

        /// Takes the notes for the agent in the middle of its turn, but none that an answer to a
        /// call has reported: the agent may be about to receive it. Blocks for some tmux calls.
        public List<String> takeWithinTurn(NudgeTarget here, int most) {
            passOn.accept(here);
            return give(here, NudgeState.Pending.class::isInstance, most);
        }

        private List<String> give(NudgeTarget here, Predicate<NudgeState> isWanted, int most) {
            isTaken = true;
            if (hook.isEmpty()) {
                return List.of();
            }
            Predicate<Due> isMeant =
                    due ->
                            Ledger.isOf(due.job(), t -> isOurs(t, here))
                                    && isWanted.test(due.nudge());
            List<Note> notes = HeldNotes.this.give(hook.get(), isMeant, most);
            return NudgeMessage.each(notes).stream().map(NudgeMessage::text).toList();
        }

        private boolean isOurs(NudgeTarget target, NudgeTarget here) {
            return here.hasThread()
                    ? target.isSameAgent(here)
                    : target.isSamePane(here) && ancestry.contains(target.agentPid());
        }

        /// Records that they have been passed on, perhaps taken from a daemon that has died since.
        public void confirm() {
            hook.ifPresent(id -> HeldNotes.this.confirm(id, transcript));
        }

        @Override
        public void close() {
            hook.filter(_ -> isTaken).ifPresent(HeldNotes.this::release);
        }
    }

    /// Holds what hooks got from earlier daemons and have not confirmed: all of it, before any is
    /// given back. Must be called before the courier is woken.
    void resume() {
        try (Stream<Path> records = Files.list(directory)) {
            List<ProcessId> hooks =
                    records.toList().stream().flatMap(path -> resume(path).stream()).toList();
            hooks.forEach(this::await);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the notes that hooks pass on are unknown: {0}", Reasons.of(e));
        }
    }

    /// One record that cannot be read keeps no other from being read.
    private Optional<ProcessId> resume(Path path) {
        try {
            ProcessId hook = hook(path.getFileName().toString());
            List<NoteKey> keys = Files.readAllLines(path).stream().map(NoteKey::parse).toList();
            hold(hook, claims.holdAgain(keys));
            return Optional.of(hook);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "{0} is not a record of a hook", path);
            delete(path);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", path, Reasons.of(e));
        }
        return Optional.empty();
    }

    private void await(ProcessId hook) {
        Optional<ProcessHandle> process =
                ProcessHandle.of(hook.pid()).filter(_ -> !processes.isGone(hook));
        if (process.isPresent()) {
            String what = "the end of hook " + hook.pid();
            var _ =
                    process.get()
                            .onExit()
                            .thenRun(() -> LoopGuard.runBriefly(LOG, what, () -> release(hook)));
        } else {
            release(hook);
        }
    }

    /// Holds for a hook the notes that wait, and returns them after those that it holds already.
    synchronized List<Note> give(ProcessId hook, Predicate<Due> isWanted, int most) {
        List<Note> notes = hold(hook, claims.hold(isWanted, most));
        if (!notes.isEmpty()) {
            record(hook, notes);
        }
        return notes;
    }

    private synchronized List<Note> hold(ProcessId hook, List<Note> notes) {
        return held.merge(
                hook,
                notes,
                (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
    }

    private void record(ProcessId hook, List<Note> notes) {
        String keys = notes.stream().map(n -> NoteKey.of(n) + "\n").collect(Collectors.joining());
        try {
            AtomicFile.replaceUnsynced(path(hook), keys.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            String risk = "what a hook passes on is reported again if this daemon dies: ";
            LOG.log(Level.WARNING, risk + Reasons.of(e));
        }
    }

    synchronized void confirm(ProcessId hook, String transcript) {
        List<Note> notes = held.remove(hook);
        if (notes != null) {
            claims.handedOver(NudgeMessage.each(notes), new Turn(hook.pid(), transcript));
            forget(hook, notes);
        }
    }

    /// Gives back what a hook holds and has not confirmed. Receipts of answers that have reported
    /// the same are taken in before another hook can get it.
    synchronized void release(ProcessId hook) {
        List<Note> notes = held.remove(hook);
        if (notes != null) {
            claims.release(NoteKey.all(notes));
            acknowledgements.receive();
            forget(hook, notes);
        }
    }

    private void forget(ProcessId hook, List<Note> notes) {
        delete(path(hook));
        notes.stream()
                .map(NoteKey::of)
                .flatMap(key -> ledger.job(key).flatMap(Job::target).stream())
                .distinct()
                .forEach(wake);
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the record of a hook cannot be removed: {0}", Reasons.of(e));
        }
    }

    private Path path(ProcessId hook) {
        return directory.resolve(hook.pid() + "-" + hook.startTime());
    }

    private static ProcessId hook(String name) {
        String[] numbers = name.split("-", -1);
        if (numbers.length != 2) {
            throw new IllegalArgumentException(name);
        }
        return new ProcessId(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
