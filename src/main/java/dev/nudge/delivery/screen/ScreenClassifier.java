package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.delivery.screen.ScreenProfile.PromptMode;
import dev.nudge.tmux.PaneSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Recognizes what an agent's pane is doing, from one snapshot. Pure.
///
/// Text may be typed only if several pieces of evidence all agree: the foreground program, the
/// title where there is one, the prompt nearest to the bottom with its frame, its exact hint, and
/// the cursor where the agent puts it for that hint. The cursor is the strongest evidence: it
/// leaves the prompt when the keys go elsewhere (a dialog, a program that the agent runs), though
/// the prompt may still be drawn. Everything else, and everything unknown, is not typable.
///
/// One case cannot be seen: a user who typed the hint itself, with the two blanks before it, and
/// went back to its beginning.
public final class ScreenClassifier {
    private static final int STATUS_ROWS = 6;
    private static final int QUESTION_ROWS = 24;

    private static final Pattern BORDERS = Pattern.compile("[\\s│]+");

    private final ScreenProfile profile;
    private final ComposerSearch search;

    public ScreenClassifier(ScreenProfile profile) {
        this.profile = profile;
        this.search = new ComposerSearch(profile);
    }

    /// Returns what the pane is doing, and the rows that must not change for that to stay true.
    public ScreenReading read(PaneSnapshot screen) {
        if (screen.input().isDead()) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent(), "the pane is dead");
        }
        if (!profile.commands().contains(screen.processes().foreground())) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent(), "screen.commands");
        }
        if (screen.input().isInMode() || screen.input().isOff()) {
            return ScreenReading.withoutPrompt(new PaneState.CopyMode(), "the pane's mode in tmux");
        }
        Optional<Composer> found = search.find(screen);
        if (found.isEmpty()) {
            return withoutPrompt(screen);
        }
        ScreenReading seen = state(screen, found.get());
        return new ScreenReading(
                seen.state(),
                found.get().frameRow(),
                found.get().lastRow(),
                search.abandonedRows(screen, found.get()),
                seen.rule(),
                found.get().layout().mode() == PromptMode.NEW);
    }

    /// Returns the state, without the rows of the prompt.
    private ScreenReading state(PaneSnapshot screen, Composer composer) {
        boolean hasCursor = composer.holdsCursor(screen.cursor().x(), screen.cursor().y());
        if (isFocusElsewhere(screen, composer, hasCursor)) {
            return ScreenReading.withoutPrompt(new PaneState.ShellFocus(), "screen.shell_focus");
        }
        Optional<String> question = openQuestion(screen, composer);
        if (question.isPresent()) {
            String kind = dialog(screen).map(KnownDialog::kind).orElse("unknown");
            return ScreenReading.withoutPrompt(new PaneState.Dialog(kind), question.get());
        }
        String mark = composer.mark();
        if (mark.equals(profile.shellMark())) {
            return ScreenReading.withoutPrompt(new PaneState.ShellMode(), "screen.shell_mark");
        }
        if (composer.layout().mode() == PromptMode.SHELL && hasCursor) {
            return ScreenReading.withoutPrompt(
                    new PaneState.ShellMode(), layout(composer) + ".mode");
        }
        if (mark.equals(profile.searchMark())) {
            return ScreenReading.withoutPrompt(new PaneState.Search(), "screen.search_mark");
        }
        return hasCursor ? prompt(screen, composer) : withoutCursor(screen, composer);
    }

    /// Returns the state if the cursor is not in the prompt: it may be in a dialog above. A hidden
    /// cursor is at the end of what the agent has drawn last.
    private ScreenReading withoutCursor(PaneSnapshot screen, Composer composer) {
        boolean isHidden = screen.cursor().x() == 0 && screen.cursor().y() > composer.lastRow();
        if (isHidden && profile.hasFocusReports()) {
            return ScreenReading.withoutPrompt(
                    new PaneState.Unfocused(isWorking(screen, composer), composer.showsHint()),
                    "screen.focus_reports");
        }
        return dialog(screen)
                .map(this::reading)
                .orElseGet(() ->
                        ScreenReading.withoutPrompt(
                                new PaneState.Unknown(), "the cursor is not in the prompt"));
    }

    private ScreenReading prompt(PaneSnapshot screen, Composer composer) {
        boolean isWorking = isWorking(screen, composer);
        List<Empty> hints = composer.layout().empty();
        for (Empty empty : hints) {
            if (composer.shows(empty, screen.cursor().x(), screen.cursor().y())) {
                PaneState state =
                        isWorking ? new PaneState.Streaming() : new PaneState.EmptyPrompt();
                return ScreenReading.withoutPrompt(
                        empty.isTypable() ? state : new PaneState.Unknown(),
                        "%s.empty[%d]".formatted(layout(composer), hints.indexOf(empty) + 1));
            }
        }
        return ScreenReading.withoutPrompt(
                new PaneState.Draft(String.join("\n", composer.text()), isWorking),
                layout(composer) + ".prompt");
    }

    private String layout(Composer composer) {
        return "screen.layouts[%d]".formatted(profile.layouts().indexOf(composer.layout()) + 1);
    }

    private boolean isFocusElsewhere(PaneSnapshot screen, Composer composer, boolean hasCursor) {
        boolean isMarked =
                profile.shellFocus()
                        .matcher(text(screen.rows().subList(0, composer.frameRow())))
                        .find();
        return isMarked && !(hasCursor && composer.layout().isLeftByCursor());
    }

    /// Returns the rule that shows an open question. With some settings the agent shows its prompt,
    /// with the cursor in it, below a dialog.
    private Optional<String> openQuestion(PaneSnapshot screen, Composer composer) {
        if (profile.attentionTitle().matcher(screen.title()).find()) {
            return Optional.of("screen.attention_title");
        }
        return isFoundAbove(composer, screen, QUESTION_ROWS, profile.openQuestion())
                ? Optional.of("screen.open_question")
                : Optional.empty();
    }

    private boolean isWorking(PaneSnapshot screen, Composer composer) {
        return composer.layout().mode() == PromptMode.WORKING
                || profile.workingTitle().matcher(screen.title()).find()
                || isFoundAbove(composer, screen, STATUS_ROWS, profile.working());
    }

    private ScreenReading withoutPrompt(PaneSnapshot screen) {
        Optional<KnownDialog> dialog = dialog(screen);
        if (dialog.isPresent()) {
            return reading(dialog.get());
        }
        if (profile.attentionTitle().matcher(screen.title()).find()) {
            return ScreenReading.withoutPrompt(
                    new PaneState.Dialog("unknown"), "screen.attention_title");
        }
        return profile.title().matcher(screen.title()).find()
                ? ScreenReading.withoutPrompt(
                        new PaneState.Unknown(), "no layout of screen.layouts fits")
                : ScreenReading.withoutPrompt(new PaneState.Starting(), "screen.title");
    }

    private ScreenReading reading(KnownDialog dialog) {
        int number = profile.dialogs().indexOf(dialog) + 1;
        return ScreenReading.withoutPrompt(
                new PaneState.Dialog(dialog.kind()), "screen.dialogs[%d].found".formatted(number));
    }

    private Optional<KnownDialog> dialog(PaneSnapshot screen) {
        String text = text(screen.rows());
        return profile.dialogs().stream()
                .filter(dialog -> dialog.found().matcher(text).find())
                .findFirst();
    }

    private static boolean isFoundAbove(
            Composer composer, PaneSnapshot screen, int rows, Pattern pattern) {
        int first = Math.max(0, composer.frameRow() - rows);
        return screen.rows().subList(first, composer.promptRow()).stream()
                .anyMatch(row -> pattern.matcher(row).find());
    }

    /// Joins rows into running text, so that a sentence that the pane's width breaks is found too.
    static String text(List<String> rows) {
        return BORDERS.matcher(String.join("\n", rows)).replaceAll(" ");
    }

    /// The state that a screen shows, and the rows that show it.
    ///
    /// @param state what the pane is doing
    /// @param firstRow first row of the prompt with its frame, 0-based; rows above it (a spinner, a
    ///   growing answer) may change without harm to keys that are sent
    /// @param lastRow last row of the prompt; less than `firstRow` if no prompt is shown
    /// @param abandonedRows rows above the prompt with older prompts, of agents that were killed or
    ///   suspended: their text was not submitted
    /// @param rule what decided: a key, `screen.dialogs[2].found`, or a few words; empty if unknown
    /// @param beginsSession whether the session begins with the first message in the prompt
    public record ScreenReading(
            PaneState state,
            int firstRow,
            int lastRow,
            Set<Integer> abandonedRows,
            String rule,
            boolean beginsSession) {
        public static ScreenReading withoutPrompt(PaneState state) {
            return withoutPrompt(state, "");
        }

        static ScreenReading withoutPrompt(PaneState state, String rule) {
            return new ScreenReading(state, 0, -1, Set.of(), rule, false);
        }

        /// Returns whether a prompt is shown, so that `firstRow` and `lastRow` are meaningful.
        public boolean hasPrompt() {
            return lastRow >= firstRow;
        }
    }
}
