package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.delivery.screen.ScreenProfile.PromptMode;
import dev.nudge.tmux.PaneSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Recognizes what an agent's pane is doing, from one snapshot. Pure.
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

    private static final Pattern BORDERS = Pattern.compile("[\\s│]+");

    private final ScreenProfile profile;
    private final ComposerSearch search;

    public ScreenClassifier(ScreenProfile profile) {
        this.profile = profile;
        this.search = new ComposerSearch(profile);
    }

    /// A state, and the rule of the profile that decided.
    private record Verdict(PaneState state, String rule) {}

    /// Returns what the pane is doing, and the rows that must not change for that to stay true.
    public ScreenReading read(PaneSnapshot screen) {
        if (screen.input().isDead()) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent(), "the pane is dead");
        }
        if (!profile.commands().contains(screen.currentCommand())) {
            return ScreenReading.withoutPrompt(new PaneState.NotAnAgent(), "screen.commands");
        }
        if (screen.input().isInMode() || screen.input().isOff()) {
            return ScreenReading.withoutPrompt(new PaneState.CopyMode(), "the pane's mode in tmux");
        }
        Optional<Composer> found = search.find(screen);
        if (found.isEmpty()) {
            Verdict verdict = withoutPrompt(screen);
            return ScreenReading.withoutPrompt(verdict.state(), verdict.rule());
        }
        Verdict verdict = state(screen, found.get());
        return new ScreenReading(
                verdict.state(),
                found.get().frameRow(),
                found.get().lastRow(),
                search.abandonedRows(screen, found.get()),
                verdict.rule(),
                found.get().layout().mode() == PromptMode.NEW);
    }

    private Verdict state(PaneSnapshot screen, Composer composer) {
        boolean hasCursor = composer.holdsCursor(screen.cursorX(), screen.cursorY());
        if (isFocusElsewhere(screen, composer, hasCursor)) {
            return new Verdict(new PaneState.ShellFocus(), "screen.shell_focus");
        }
        Optional<String> question = openQuestion(screen, composer);
        if (question.isPresent()) {
            String kind = dialog(screen).map(KnownDialog::kind).orElse("unknown");
            return new Verdict(new PaneState.Dialog(kind), question.get());
        }
        String mark = composer.mark();
        if (mark.equals(profile.shellMark())) {
            return new Verdict(new PaneState.ShellMode(), "screen.shell_mark");
        }
        if (composer.layout().mode() == PromptMode.SHELL && hasCursor) {
            return new Verdict(new PaneState.ShellMode(), layout(composer) + ".mode");
        }
        if (mark.equals(profile.searchMark())) {
            return new Verdict(new PaneState.Search(), "screen.search_mark");
        }
        return hasCursor ? prompt(screen, composer) : withoutCursor(screen, composer);
    }

    /// Returns the state if the cursor is not in the prompt: it may be in a dialog above. A hidden
    /// cursor is at the end of what the agent has drawn last.
    private Verdict withoutCursor(PaneSnapshot screen, Composer composer) {
        boolean isHidden = screen.cursorX() == 0 && screen.cursorY() > composer.lastRow();
        if (isHidden && profile.hasFocusReports()) {
            return new Verdict(
                    new PaneState.Unfocused(isWorking(screen, composer), composer.showsHint()),
                    "screen.focus_reports");
        }
        return dialog(screen)
                .map(this::verdict)
                .orElseGet(() ->
                        new Verdict(new PaneState.Unknown(), "the cursor is not in the prompt"));
    }

    private Verdict prompt(PaneSnapshot screen, Composer composer) {
        boolean isWorking = isWorking(screen, composer);
        List<Empty> hints = composer.layout().empty();
        for (Empty empty : hints) {
            if (composer.shows(empty, screen.cursorX(), screen.cursorY())) {
                return new Verdict(
                        empty(empty.isTypable(), isWorking),
                        "%s.empty[%d]".formatted(layout(composer), hints.indexOf(empty) + 1));
            }
        }
        return new Verdict(
                new PaneState.Draft(String.join("\n", composer.text()), isWorking),
                layout(composer) + ".prompt");
    }

    private String layout(Composer composer) {
        return "screen.layouts[%d]".formatted(profile.layouts().indexOf(composer.layout()) + 1);
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

    /// Returns the rule that shows that a question is open. With some settings the agent shows its
    /// prompt, with the cursor in it, below an open dialog.
    private Optional<String> openQuestion(PaneSnapshot screen, Composer composer) {
        if (profile.attentionTitle().matcher(screen.title()).find()) {
            return Optional.of("screen.attention_title");
        }
        return isFound(profile.openQuestion(), above(screen, composer, QUESTION_ROWS))
                ? Optional.of("screen.open_question")
                : Optional.empty();
    }

    private boolean isWorking(PaneSnapshot screen, Composer composer) {
        return composer.layout().mode() == PromptMode.WORKING
                || profile.workingTitle().matcher(screen.title()).find()
                || isFound(profile.working(), above(screen, composer, STATUS_ROWS));
    }

    private Verdict withoutPrompt(PaneSnapshot screen) {
        Optional<KnownDialog> dialog = dialog(screen);
        if (dialog.isPresent()) {
            return verdict(dialog.get());
        }
        if (profile.attentionTitle().matcher(screen.title()).find()) {
            return new Verdict(new PaneState.Dialog("unknown"), "screen.attention_title");
        }
        return profile.title().matcher(screen.title()).find()
                ? new Verdict(new PaneState.Unknown(), "no layout of screen.layouts fits")
                : new Verdict(new PaneState.Starting(), "screen.title");
    }

    private Verdict verdict(KnownDialog dialog) {
        int number = profile.dialogs().indexOf(dialog) + 1;
        return new Verdict(
                new PaneState.Dialog(dialog.kind()), "screen.dialogs[%d].found".formatted(number));
    }

    private Optional<KnownDialog> dialog(PaneSnapshot screen) {
        String text = text(screen.rows());
        return profile.dialogs().stream()
                .filter(dialog -> dialog.found().matcher(text).find())
                .findFirst();
    }

    /// Returns the rows directly above the prompt's frame, and the frame itself.
    private static List<String> above(PaneSnapshot screen, Composer composer, int count) {
        int first = Math.max(0, composer.frameRow() - count);
        return screen.rows().subList(first, composer.promptRow());
    }

    /// Joins rows into running text, so that a sentence that the pane's width breaks is found too.
    static String text(List<String> rows) {
        return BORDERS.matcher(String.join("\n", rows)).replaceAll(" ");
    }

    private static boolean isFound(Pattern pattern, List<String> rows) {
        return rows.stream().anyMatch(row -> pattern.matcher(row).find());
    }
}
