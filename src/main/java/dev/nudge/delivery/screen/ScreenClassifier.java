package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.tmux.PaneSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Recognises what an agent's pane is doing, from one snapshot. A pure function: it asks nothing
/// and keeps nothing.
///
/// Text may be typed only if several pieces of evidence all agree: the foreground program, the
/// title where there is one, the prompt nearest to the bottom with its frame, its exact hint, and
/// the cursor where the agent puts it for that hint. The cursor is the strongest evidence: it
/// leaves the prompt when the keys go elsewhere (a dialog, a program that the agent runs) although
/// the prompt may still be drawn. Everything else, and everything unknown, is not typable.
///
/// One case cannot be seen: a user who typed the hint itself, with the two blanks before it, and
/// went back to its beginning.
public final class ScreenClassifier {
    private static final int STATUS_ROWS = 6;
    private static final int QUESTION_ROWS = 24;
    private static final String SHELL = "!";
    private static final String SEARCH = "(r:)";

    private static final Pattern BORDERS = Pattern.compile("[\\s│]+");

    private final ScreenProfile profile;
    private final ComposerSearch search;

    public ScreenClassifier(ScreenProfile profile) {
        this.profile = profile;
        this.search = new ComposerSearch(profile);
    }

    /// Returns what the pane is doing, and which rows must not change for that to stay true.
    public ScreenReading read(PaneSnapshot screen) {
        if (screen.isDead() || !profile.commands().contains(screen.currentCommand())) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent());
        }
        if (screen.isInMode() || screen.isInputOff()) {
            return ScreenReading.withoutPrompt(new PaneState.CopyMode());
        }
        return search.find(screen)
                .map(found ->
                        new ScreenReading(
                                state(screen, found),
                                found.frameRow(),
                                found.lastRow(),
                                search.abandonedRows(screen, found)))
                .orElseGet(() -> ScreenReading.withoutPrompt(withoutPrompt(screen)));
    }

    private PaneState state(PaneSnapshot screen, Composer composer) {
        boolean hasCursor = composer.holdsCursor(screen.cursorX(), screen.cursorY());
        if (isFocusElsewhere(screen, composer, hasCursor)) {
            return new PaneState.ShellFocus();
        }
        if (isQuestionOpen(screen, composer)) {
            return new PaneState.Dialog(dialog(screen).orElse("unknown"));
        }
        return switch (composer.mark()) {
            case SHELL -> new PaneState.ShellMode();
            case SEARCH -> new PaneState.Search();
            default -> hasCursor ? prompt(screen, composer) : withoutCursor(screen, composer);
        };
    }

    /// Returns the state if the cursor is not in the prompt. A hidden cursor is where the agent has
    /// last drawn: at the end.
    private PaneState withoutCursor(PaneSnapshot screen, Composer composer) {
        return screen.cursorX() == 0 && screen.cursorY() > composer.lastRow()
                ? new PaneState.Unfocused(isWorking(screen, composer), composer.showsHint())
                : new PaneState.Unknown();
    }

    private PaneState prompt(PaneSnapshot screen, Composer composer) {
        boolean isWorking = isWorking(screen, composer);
        for (Empty empty : composer.layout().empty()) {
            if (composer.shows(empty, screen.cursorX(), screen.cursorY())) {
                return empty(empty.isTypable(), isWorking);
            }
        }
        return new PaneState.Draft(String.join("\n", composer.text()), isWorking);
    }

    private static PaneState empty(boolean isTypable, boolean isWorking) {
        if (!isTypable) {
            return new PaneState.Unknown();
        }
        return isWorking ? new PaneState.Streaming() : new PaneState.EmptyPrompt();
    }

    private boolean isFocusElsewhere(PaneSnapshot screen, Composer composer, boolean hasCursor) {
        boolean isMarked =
                profile.shellFocus()
                        .matcher(text(screen.rows().subList(0, composer.frameRow())))
                        .find();
        return isMarked && !(hasCursor && composer.layout().isLeftByCursor());
    }

    /// Returns whether a question is open. With some settings the agent shows its prompt, with the
    /// cursor in it, below an open dialog.
    private boolean isQuestionOpen(PaneSnapshot screen, Composer composer) {
        return profile.attentionTitle().matcher(screen.title()).find()
                || isFound(profile.openQuestion(), above(screen, composer, QUESTION_ROWS));
    }

    private boolean isWorking(PaneSnapshot screen, Composer composer) {
        return profile.workingTitle().matcher(screen.title()).find()
                || isFound(profile.working(), above(screen, composer, STATUS_ROWS));
    }

    private PaneState withoutPrompt(PaneSnapshot screen) {
        Optional<String> dialog = dialog(screen);
        if (dialog.isPresent()) {
            return new PaneState.Dialog(dialog.get());
        }
        if (profile.attentionTitle().matcher(screen.title()).find()) {
            return new PaneState.Dialog("unknown");
        }
        boolean hasTitle = profile.title().matcher(screen.title()).find();
        return hasTitle ? new PaneState.Unknown() : new PaneState.Starting();
    }

    private Optional<String> dialog(PaneSnapshot screen) {
        String text = text(screen.rows());
        return profile.dialogs().stream()
                .filter(dialog -> dialog.found().matcher(text).find())
                .map(KnownDialog::kind)
                .findFirst();
    }

    /// Returns the rows directly above the prompt's frame, and the frame itself.
    private static List<String> above(PaneSnapshot screen, Composer composer, int count) {
        int first = Math.max(0, composer.frameRow() - count);
        return screen.rows().subList(first, composer.promptRow());
    }

    /// Joins rows into running text, so that a sentence is found even if the pane's width breaks
    /// it.
    private static String text(List<String> rows) {
        return BORDERS.matcher(String.join("\n", rows)).replaceAll(" ");
    }

    private static boolean isFound(Pattern pattern, List<String> rows) {
        return rows.stream().anyMatch(row -> pattern.matcher(row).find());
    }
}
