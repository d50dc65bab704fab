package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.delivery.screen.ScreenProfile.KnownDialog;
import dev.nudge.tmux.PaneSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Blanks out the text of a screen: letters become `x`, digits `0`. What the profile reads stays:
/// words that its patterns have found, the frame of the prompt, and the hint in an empty one.
public final class BlankedScreen {
    /// A word in a pattern, but not the letter of an escape.
    private static final Pattern LITERAL = Pattern.compile("\\p{L}{2,}");

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");

    private static final Set<Character.UnicodeScript> WIDE =
            Set.of(
                    Character.UnicodeScript.HANGUL,
                    Character.UnicodeScript.HIRAGANA,
                    Character.UnicodeScript.KATAKANA);

    private final ScreenProfile profile;
    private final PaneSnapshot screen;
    private final Set<String> kept = new HashSet<>();

    private BlankedScreen(ScreenProfile profile, PaneSnapshot screen) {
        this.profile = profile;
        this.screen = screen;
        Stream.of(profile.title(), profile.workingTitle(), profile.attentionTitle())
                .forEach(p -> keep(p, screen.title()));
        Stream.of(profile.footer(), profile.working(), profile.openQuestion())
                .forEach(p -> screen.rows().forEach(row -> keep(p, row)));
        String text = ScreenClassifier.text(screen.rows());
        Stream.concat(
                        Stream.of(profile.shellFocus()),
                        profile.dialogs().stream().map(KnownDialog::found))
                .forEach(p -> keep(p, text));
        profile.layouts().forEach(layout -> keep(LITERAL, layout.above().pattern()));
    }

    private void keep(Pattern pattern, String text) {
        pattern.matcher(text)
                .results()
                .map(MatchResult::group)
                .flatMap(found -> WORD.matcher(found).results())
                .map(MatchResult::group)
                .forEach(kept::add);
    }

    public static PaneSnapshot of(ScreenProfile profile, PaneSnapshot screen) {
        return new BlankedScreen(profile, screen).blanked();
    }

    private PaneSnapshot blanked() {
        Optional<Composer> prompt = new ComposerSearch(profile).find(screen);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < screen.rows().size(); row++) {
            int from = prompt.isPresent() ? firstBlanked(prompt.get(), row) : 0;
            String text = screen.rows().get(row);
            int cut = Math.min(from, text.length());
            rows.add(text.substring(0, cut) + blank(text.substring(cut)));
        }
        return new PaneSnapshot(
                rows,
                screen.cursor(),
                screen.size(),
                blank(screen.title()),
                screen.input(),
                screen.processes(),
                screen.lastKey());
    }

    /// Returns the column from which a row is blanked: behind the mark of a prompt with a text.
    private static int firstBlanked(Composer prompt, int row) {
        if (row < prompt.frameRow() || row > prompt.lastRow()) {
            return 0;
        }
        return row < prompt.promptRow() || prompt.isHint()
                ? Integer.MAX_VALUE
                : prompt.layout().rows().indent();
    }

    private String blank(String text) {
        return WORD.matcher(text)
                .replaceAll(word -> kept.contains(word.group()) ? "$0" : blankWord(word.group()));
    }

    private static String blankWord(String word) {
        StringBuilder blank = new StringBuilder();
        word.codePoints().map(BlankedScreen::blank).forEach(blank::appendCodePoint);
        return blank.toString();
    }

    /// Returns a replacement of the same width.
    private static int blank(int character) {
        if (Character.getType(character) == Character.NON_SPACING_MARK) {
            return character;
        }
        boolean isWide =
                Character.isIdeographic(character)
                        || WIDE.contains(Character.UnicodeScript.of(character));
        if (isWide) {
            return '字';
        }
        return Character.isDigit(character) ? '0' : 'x';
    }
}
