package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneSnapshot;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.Tmux.KeyResult;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// An agent's pane, for looking at it and typing into it.
record AgentPane(
        PaneAddress address,
        Tmux tmux,
        Supplier<TypingProfile> profile,
        BooleanSupplier hasUnread) {
    private static final Logger LOG = System.getLogger(AgentPane.class.getName());

    /// How many characters the cursor's row must have to be recognized as the end of the text.
    private static final int TAIL = 12;

    /// Returns whether the agent has yet to read something that was typed. It is not on the screen
    /// yet, but will be once the agent reads again, however long it hangs.
    boolean isUnread() {
        return hasUnread.getAsBoolean();
    }

    Look look() {
        Instant lookedAt = Instant.now();
        Optional<PaneSnapshot> snapshot = tmux.snapshot(address);
        if (snapshot.isEmpty()) {
            return new Look.Gone();
        }
        TypingProfile now = profile.get();
        ScreenReading reading = now.classifier().apply(snapshot.get());
        return new Look.Shown(snapshot.get(), reading, now, lookedAt);
    }

    /// Pastes into a prompt that was seen to be empty, if it is still empty.
    KeyResult paste(Look.Shown empty, String text) {
        ScreenReading rows = empty.reading();
        return tmux.pasteIf(address, empty.snapshot(), rows.firstRow(), rows.lastRow(), text);
    }

    /// Presses a key on a prompt that was seen to hold a draft, if it still holds that draft.
    KeyResult press(Look.Shown seen, Key key) {
        ScreenReading rows = seen.reading();
        int cursor = seen.snapshot().cursor().y();
        return rows.hasPrompt()
                ? tmux.pressIf(address, seen.snapshot(), rows.firstRow(), rows.lastRow(), key)
                : tmux.pressIf(address, seen.snapshot(), cursor, cursor, key);
    }

    /// Begins to count keys of other programs, as [#paste] does too, until [#forgetOthers].
    void countOthers() {
        tmux.countKeys(address);
    }

    /// Stops counting. If tmux does not answer, the count continues, which is harmless.
    void forgetOthers() {
        try {
            tmux.stopCountingKeys(address);
        } catch (TmuxException e) {
            LOG.log(Level.DEBUG, "The keys of other programs are still counted", e);
        }
    }

    sealed interface Look {
        record Shown(
                PaneSnapshot snapshot,
                ScreenReading reading,
                TypingProfile profile,
                Instant lookedAt)
                implements Look {
            PaneState state() {
                return reading.state();
            }

            boolean isTypable() {
                return profile.isTypable(state());
            }

            Optional<Inbox> inbox() {
                return profile.inbox() instanceof InboxAccess.Open(Inbox inbox)
                        ? Optional.of(inbox)
                        : Optional.empty();
            }

            /// Returns whether the agent begins a turn with what comes to its inbox: it is idle,
            /// and in a session. Its prompt keeps a draft or a suggestion (rule R114).
            boolean takesByInbox() {
                return inbox().isPresent() && state().isIdle() && !reading.beginsSession();
            }

            boolean isQuiet() {
                return snapshot.lastKey().idleSeconds() >= profile.quietSeconds();
            }

            Optional<Instant> idleAt() {
                boolean isIdle =
                        state() instanceof PaneState.EmptyPrompt
                                || (state() instanceof PaneState.Unfocused away
                                        && !away.isWorking());
                return isIdle ? Optional.of(lookedAt) : Optional.empty();
            }

            boolean isPromptEmpty() {
                return state().isTypable()
                        || (state() instanceof PaneState.Unfocused away && away.isEmpty());
            }

            /// Returns whether a person at a terminal has pressed a key since an earlier look.
            boolean isTouchedSince(Shown earlier) {
                return !snapshot.lastKey().activity().equals(earlier.snapshot.lastKey().activity());
            }

            /// Returns whether an unrecognized screen shows the whole text, with the cursor after.
            boolean showsBroken(TypedText text) {
                List<String> rows = snapshot.rows();
                int y = Math.min(snapshot.cursor().y(), rows.size() - 1);
                return state() instanceof PaneState.Unknown
                        && rows.get(y).length() >= TAIL
                        && text.endsWith(TypedText.of(rows.get(y)))
                        && TypedText.of(String.join("\n", rows.subList(0, y + 1))).endsWith(text);
            }

            /// Returns whether the text was submitted: the prompt is empty, and the screen shows
            /// the text elsewhere, but not in a prompt that was left behind. Text that has scrolled
            /// off the screen is no evidence, since it may come from copies of a prompt.
            boolean showsSubmitted(TypedText text) {
                return state().isTypable() && showsOutsidePrompt(text);
            }

            /// Returns whether the screen shows a prompt, and the text elsewhere, but not in a
            /// prompt that was left behind.
            boolean showsOutsidePrompt(TypedText text) {
                List<String> rows = snapshot.rows();
                String shown =
                        IntStream.range(0, rows.size())
                                .filter(row -> row < reading.firstRow() || row > reading.lastRow())
                                .filter(row -> !reading.abandonedRows().contains(row))
                                .mapToObj(rows::get)
                                .collect(Collectors.joining("\n"));
                return reading.hasPrompt() && TypedText.of(shown).contains(text);
            }
        }

        record Gone() implements Look {}
    }
}
