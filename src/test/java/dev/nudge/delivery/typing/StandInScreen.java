package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.Key;
import dev.nudge.tmux.PaneSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tells what a [StandInPrompt] is doing from its screen.
final class StandInScreen {
    private static final String MARK = " > ";

    static final TypingProfile PROFILE = profile(new InboxAccess.None(), true);

    private StandInScreen() {}

    /// It queues with Tab, as Gemini CLI does.
    static TypingProfile profile(InboxAccess inbox, boolean isTyped) {
        return new TypingProfile(
                StandInScreen::read,
                TypingProfile.QUIET_SECONDS,
                Key.ENTER,
                Optional.of(Key.TAB),
                inbox,
                isTyped,
                false);
    }

    static ScreenReading read(PaneSnapshot snapshot) {
        if (snapshot.input().isInMode() || snapshot.input().isOff()) {
            return ScreenReading.withoutPrompt(new PaneState.CopyMode());
        }
        if (snapshot.title().contains("Action Required")) {
            return ScreenReading.withoutPrompt(new PaneState.Dialog("confirmation"));
        }
        List<String> rows = snapshot.rows();
        int footer = rows.lastIndexOf("/model");
        int frame = footer < 2 ? -1 : rows.subList(0, footer - 1).lastIndexOf("────");
        if (frame < 0 || snapshot.input().isDead()) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent());
        }
        boolean isWorking = snapshot.title().contains("Working");
        String text =
                rows.subList(frame + 1, footer - 1).stream()
                        .map(row -> row.length() < 3 ? "" : row.substring(MARK.length()))
                        .collect(Collectors.joining("\n"));
        boolean isUnfocused = snapshot.cursor().x() == 0 && snapshot.cursor().y() > footer;
        PaneState state =
                isUnfocused
                        ? new PaneState.Unfocused(isWorking, text.equals(StandInPrompt.PLACEHOLDER))
                        : state(text, isWorking);
        return new ScreenReading(state, frame, footer - 1, Set.of(), "", false);
    }

    private static PaneState state(String text, boolean isWorking) {
        if (text.equals(StandInPrompt.PLACEHOLDER)) {
            return isWorking ? new PaneState.Streaming() : new PaneState.EmptyPrompt();
        }
        if (text.startsWith(StandInPrompt.SEARCH)) {
            return new PaneState.Search();
        }
        return new PaneState.Draft(text, isWorking);
    }
}
