package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.PaneState.Unfocused;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.InboxDelivery.Sent;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/// Types waiting notes into an agent's pane, or sends them to its inbox, a message per attempt.
///
/// A message whose typing was interrupted stays recorded as being typed; the next attempt looks at
/// the screen before it does anything else (see [#resolve]).
final class Delivery implements Deliverer {
    private final Addressee to;
    private final AgentPane pane;
    private boolean wasUnfocused;

    private boolean isUnknown;

    /// Since when a text that may have been submitted has been missing, by [System#nanoTime()].
    private OptionalLong missedSince = OptionalLong.empty();

    private OptionalLong missedBefore = OptionalLong.empty();

    /// The keys pressed on the text that was last typed, or last found in the prompt.
    private PressedKeys keys = PressedKeys.unknown(TypedText.of(""));

    private final Focus focus;
    private final TurnBegin begin;
    private final InboxDelivery inboxes;
    private final MessageRow row = new MessageRow();

    Delivery(Addressee to, AgentPane pane) {
        this.to = to;
        this.pane = pane;
        this.focus = new Focus(pane);
        this.begin = new TurnBegin(to);
        this.inboxes = new InboxDelivery(to, row);
    }

    @Override
    public Attempt attempt() throws IOException {
        List<PendingNote> pending = to.pending();
        boolean isOver = pending.isEmpty() && !begin.isAwaited();
        if (isOver || to.isGone()) {
            return new Attempt.Over();
        }
        // An agent that was stopped, or not in front, could not read its keys meanwhile.
        missedBefore = missedSince;
        missedSince = OptionalLong.empty();
        return switch (pane.look()) {
            case Look.Gone _ -> new Attempt.Over();
            case Look.Shown shown -> {
                keys.follow(shown);
                isUnknown = shown.state() instanceof PaneState.UnknownAgent;
                yield attempt(shown, pending);
            }
        };
    }

    /// Records a message that was submitted, even while a person types; else delivers what is due.
    private Attempt attempt(Look.Shown shown, List<PendingNote> pending) throws IOException {
        Optional<MessageInFlight> submitted =
                MessageInFlight.all(pending).stream()
                        .filter(m -> m.isSubmitted(shown) || haveSubmitted(shown, m))
                        .findFirst();
        if (submitted.isPresent()) {
            return submitted(shown, submitted.get());
        }
        List<PendingNote> due = due(shown, pending);
        return due.isEmpty() ? notDue(shown, pending) : attemptDue(shown, due);
    }

    /// Leaves out all notes while the agent looks idle, but is about to begin a turn.
    private List<PendingNote> due(Look.Shown shown, List<PendingNote> pending) {
        return begin.isDue(shown) ? List.of() : Addressee.due(pending, shown.idleAt().isPresent());
    }

    private Attempt attemptDue(Look.Shown shown, List<PendingNote> pending) throws IOException {
        Optional<Inbox> inbox = inboxes.open(shown, pending).filter(_ -> to.isInFront());
        if (inbox.isPresent()) {
            return send(shown, inbox.get(), pending);
        }
        if (!shown.isQuiet()) {
            return new Attempt.Quiet(untilQuiet(shown));
        }
        if (!to.isInFront()) {
            return notNow(shown);
        }
        return shown.state() instanceof Unfocused unfocused
                ? unfocused(shown, unfocused, pending)
                : act(shown, pending);
    }

    private Attempt send(Look.Shown shown, Inbox inbox, List<PendingNote> pending)
            throws IOException {
        Optional<Sent> sent = inboxes.send(inbox, pending, shown.idleAt());
        if (sent.isEmpty()) {
            return again();
        }
        InboxAnswer answer = sent.get().answer();
        if (answer != InboxAnswer.TAKEN) {
            boolean isTyped = answer == InboxAnswer.REFUSED && shown.profile().isTyped();
            return isTyped ? again() : Attempt.NotNow.since(shown, inboxes.pause());
        }
        // An agent that has ended does not read its inbox any more.
        if (to.isGone()) {
            return new Attempt.Over();
        }
        begin.sent(sent.get().message().notes(), sent.get().message().text());
        return new Attempt.Advanced();
    }

    /// Gives the focus only to a pane that lacked it in two looks, since one look may catch it
    /// being drawn, and only if there is something to do: a draft has to wait.
    private Attempt unfocused(Look.Shown shown, Unfocused state, List<PendingNote> pending)
            throws IOException {
        boolean isSeenAgain = wasUnfocused;
        wasUnfocused = true;
        if (!state.isEmpty() && MessageInFlight.all(pending).isEmpty()) {
            return notNow(shown);
        }
        return isSeenAgain ? focus.during(shown, state, focused -> act(focused, pending)) : again();
    }

    private Attempt act(Look.Shown shown, List<PendingNote> pending) throws IOException {
        wasUnfocused = false;
        Optional<MessageInFlight> message = MessageInFlight.among(pending, shown.state());
        if (message.isEmpty()) {
            return deliver(shown, PendingNote.notes(due(shown, pending)));
        }
        return message.get().isSubmitted(shown)
                ? submitted(shown, message.get())
                : resolve(shown, message.get());
    }

    @Override
    public Optional<String> waiting() {
        List<PendingNote> pending = to.pending();
        if (pending.isEmpty()) {
            return Optional.empty();
        }
        boolean isOne = pending.size() == 1;
        String results = isOne ? "1 result waits" : pending.size() + " results wait";
        String pane = to.agent().pane().paneId();
        String look = isOne ? "show " + pending.getFirst().note().job() : "ps --all";
        return Optional.of(
                isUnknown
                        ? "%s for the program in pane %s, which nudge does not know; to look: nudge %s"
                                .formatted(results, pane, look)
                        : "%s for the agent in pane %s, until its prompt is empty"
                                .formatted(results, pane));
    }

    private Attempt deliver(Look.Shown shown, List<Note> notes) throws IOException {
        if (!shown.isTypable() || notes.isEmpty()) {
            return notNow(shown);
        }
        // Something that a person has typed into an agent that hangs is not on the screen either.
        if (pane.isUnread()) {
            return Attempt.NotNow.since(shown, to.pace().settle());
        }
        NudgeMessage message = row.next(notes);
        if (!to.outbox().markTyping(message.notes(), message.text(), shown.idleAt())) {
            return again();
        }
        keys = PressedKeys.none(TypedText.of(message.text()), shown);
        return switch (pane.paste(shown, message.text())) {
            case GONE -> new Attempt.Over();
            case REFUSED -> {
                to.outbox().markPending(message.notes());
                yield notNow(shown);
            }
            case SENT -> {
                row.count(message.notes(), notes);
                yield submit(shown, message.notes(), message.text(), false);
            }
        };
    }

    private Attempt submit(Look.Shown shown, List<Note> notes, String text, boolean isFound) {
        Typist typist = new Typist(pane, to, shown, isFound, keys, begin::isDue);
        try {
            if (typist.submit() == Typist.Outcome.UNCLEAR) {
                return notNow(shown);
            }
            // An empty prompt may belong to the next agent, which then receives the message.
            return to.isGone()
                    ? new Attempt.Over()
                    : submitted(notes, text, keys.haveQueued(shown.state().showsWork()));
        } finally {
            pane.forgetOthers();
        }
    }

    /// Decides what became of a text whose typing was interrupted: by a person, a dialog, an agent
    /// that hung, or the end of the agent or the daemon. If the prompt holds exactly the text, it
    /// is submitted, unless the agent seems to have taken it before, and a person to have put it
    /// there again. If the prompt holds more, this waits for as long as it takes. If the prompt is
    /// empty and the text is nowhere, it was deleted or never arrived, and is typed again, except
    /// in three cases, in which this waits: the agent has yet to read something, which may be the
    /// text; the agent works, and may have queued the text, which does not show in full, unless it
    /// was typed for another agent; or the agent leaves receipts, and on a busy machine may have
    /// taken the text, but not drawn it.
    private Attempt resolve(Look.Shown shown, MessageInFlight message) throws IOException {
        boolean isMissed = isFree(shown.state(), message) && !pane.isUnread();
        if (isMissed) {
            missedSince = OptionalLong.of(missedBefore.orElseGet(System::nanoTime));
        }
        return switch (shown.state()) {
            case PaneState _ when InboxDelivery.isUncertain(shown, message) -> notNow(shown);
            case PaneState prompt when message.isAllOf(prompt) ->
                    haveSubmitted(shown, message)
                            ? submitted(shown, message)
                            : submitFound(shown, message);
            case PaneState state when isFree(state, message) && !isMissed ->
                    Attempt.NotNow.since(shown, to.pace().settle());
            case PaneState _ when isMissed && isReceiptDue(message) ->
                    Attempt.NotNow.since(shown, untilReceipt());
            case PaneState _ when isMissed && isLost(shown, message) -> retype(shown, message);
            default -> notNow(shown);
        };
    }

    private boolean haveSubmitted(Look.Shown shown, MessageInFlight message) {
        return !message.isCopied() && keys.isOn(message.typed()) && keys.haveSubmitted(shown);
    }

    private Attempt submitFound(Look.Shown shown, MessageInFlight message) {
        if (!keys.isOn(message.typed())) {
            keys = PressedKeys.unknown(message.typed());
        }
        pane.countOthers();
        return submit(shown, message.notes(), message.text(), true);
    }

    private boolean isReceiptDue(MessageInFlight message) {
        return message.leavesReceipt() && !message.isLeft() && untilReceipt().isPositive();
    }

    private Duration untilReceipt() {
        return to.pace().receipt().minusNanos(System.nanoTime() - missedSince.orElseThrow());
    }

    private Attempt retype(Look.Shown shown, MessageInFlight message) throws IOException {
        if (message.isLeft()) {
            return deliver(shown, message.notes());
        }
        to.outbox().markPending(message.notes());
        return new Attempt.Advanced();
    }

    /// Returns whether the text is neither in the prompt nor in the agent's queue.
    private static boolean isFree(PaneState state, MessageInFlight message) {
        return state instanceof EmptyPrompt || (message.isLeft() && state.isTypable());
    }

    /// Looks again after a pause: a text just submitted may not be drawn yet.
    private boolean isLost(Look.Shown shown, MessageInFlight message) {
        try {
            TimeUnit.NANOSECONDS.sleep(to.pace().settle().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return pane.look() instanceof Look.Shown later
                && isFree(later.state(), message)
                && !pane.isUnread()
                && !message.isSubmitted(later)
                && !later.isTouchedSince(shown);
    }

    private Attempt submitted(Look.Shown shown, MessageInFlight message) {
        boolean isWorking = shown.state().showsWork();
        boolean isQueued = keys.isOn(message.typed()) ? keys.haveQueued(isWorking) : isWorking;
        return submitted(message.notes(), message.text(), isQueued);
    }

    private Attempt submitted(List<Note> notes, String text, boolean isQueued) {
        begin.submitted(notes, text, isQueued);
        return new Attempt.Advanced();
    }

    /// Returns the rest of the quiet time, up to a full second: tmux records keys in whole seconds.
    private Duration untilQuiet(Look.Shown shown) {
        long idle = Math.max(0, shown.snapshot().lastKey().idleSeconds());
        long end = shown.lookedAt().getEpochSecond() + shown.profile().quietSeconds() - idle;
        return Duration.between(Instant.now(), Instant.ofEpochSecond(end));
    }

    private Attempt notDue(Look.Shown shown, List<PendingNote> pending) {
        if (pending.isEmpty() && !begin.isAwaited()) {
            return new Attempt.Over();
        }
        // Nothing can be typed, however often a working agent draws.
        if (pending.isEmpty() && begin.isQueued() && shown.state().showsWork()) {
            return new Attempt.Quiet(to.pace().settle());
        }
        return Attempt.NotNow.since(shown, begin.limit().orElse(to.pace().trust()));
    }

    /// Waits for a change of the screen. The beginning of a session need not change it.
    private Attempt notNow(Look.Shown shown) {
        boolean isStarting = shown.state() instanceof PaneState.Starting;
        return Attempt.NotNow.since(shown, isStarting ? to.pace().settle() : to.pace().trust());
    }

    private Attempt again() {
        return new Attempt.Quiet(Pace.FIRST_WAIT);
    }
}
