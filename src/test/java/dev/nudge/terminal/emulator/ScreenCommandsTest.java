package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each control does to a screen of 10 columns and 4 rows. In the tables `^` stands for ESC,
/// `<` and `>` for a carriage return and a line feed, `_` for a blank, `/` for the end of a row.
class ScreenCommandsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "text wraps at the last column       | abcdefghijkl              | abcdefghij/kl// | 1,2",
                "the wrap waits for a character      | abcdefghij                | abcdefghij///   | 0,9",
                "a repetition ends with the row      | abc^[65535b               | abcccccccc///   | 0,9",
                "a full row has none                 | abcdefghij^[65535b        | abcdefghij///   | 0,9",
                "a return takes the wrap back        | abcdefghij<X              | Xbcdefghij///   | 0,1",
                "no wrap without autowrap            | ^[?7labcdefghijkl         | abcdefghil///   | 0,9",
                "line feed keeps the column          | ab>c                      | ab/__c//        | 1,3",
                "the last line feed scrolls          | a<>b<>c<>d<>e             | b/c/d/e         | 3,1",
                "new line mode returns too           | ^[20hab>c                 | ab/c//          | 1,1",
                "backspace stops at column 0         | ab\b\b\bX                 | Xb///           | 0,1",
                "backspace goes to no row before     | abcdefghijk\b\b\bX          | abcdefghij/X//  | 1,1",
                "tab goes to every eighth column     | a\tb                      | a_______b///    | 0,9",
                "tab stays in the last column        | a\t\t\tb                  | a________b///   | 0,9",
                "a tab stop can be set and cleared   | ^[4G^H<\tX<^[4G^[g<\tY    | ___X____Y///    | 0,9",
                "all tab stops can be cleared        | ^[3g\tX                   | _________X///   | 0,9",
                "back tab                            | ^[10G^[ZX                 | ________X///    | 0,9",
                "cursor up, down, right, left        | ^[3BX^[A^[2DY^[CZ         | //Y_Z/X         | 2,3",
                "cursor to next and previous line    | ab^[2EX^[FY               | ab/Y/X/         | 1,1",
                "cursor to row and column            | ^[3;5HX^[2;2fY^[4dZ       | /_Y/____X/__Z   | 3,3",
                "an address beyond the edge          | ^[99;99HX                 | ///_________X   | 3,9",
                "save and restore the cursor         | ab^7^[4;4HX^8Y            | abY///___X      | 0,3",
                "save and restore by CSI             | ab^[s^[4;4HX^[uY          | abY///___X      | 0,3",
                "erase to the right                  | abcdef^[4G^[K             | abc///          | 0,3",
                "erase to the left                   | abcdef^[4G^[1K            | ____ef///       | 0,3",
                "erase the row                       | abcdef^[4G^[2K            | ///             | 0,3",
                "erase below                         | a<>bcd<>e^[2;2H^[J        | a/b//           | 1,1",
                "erase above                         | a<>bcd<>e^[2;2H^[1J       | /__d/e/         | 1,1",
                "erase all, the cursor stays         | a<>bcd<>e^[2;2H^[2J       | ///             | 1,1",
                "erase behind a full row takes none  | abcdefghij^[K             | abcdefghij///   | 0,9",
                "erase characters                    | abcdef^[2G^[3X            | a___ef///       | 0,1",
                "insert characters                   | abcdefghij^[2G^[3@        | a___bcdefg///   | 0,1",
                "delete characters                   | abcdefghij^[2G^[3P        | aefghij///      | 0,1",
                "insert lines                        | a<>b<>c<>d^[2;1H^[2L      | a///b           | 1,0",
                "delete lines                        | a<>b<>c<>d^[2;1H^[2M      | a/d//           | 1,0",
                "insert mode                         | abc^[2G^[4hXY^[4l         | aXYbc///        | 0,3",
                "repeat the last character           | ab^[3b                    | abbbb///        | 0,5",
                "scroll up                           | a<>b<>c<>d^[2S            | c/d//           | 3,1",
                "scroll down                         | a<>b<>c<>d^[T             | /a/b/c          | 3,1",
                "reverse index scrolls at the top    | a<>b^[H^MX                | X/a/b/          | 0,1",
                "a region scrolls alone              | a<>b<>c<>d^[2;3r^[3;1H>X  | a/c/X/d         | 2,1",
                "below a region nothing scrolls      | a<>b<>c<>d^[1;2r^[4;1H>X  | a/b/c/X         | 3,1",
                "lines come into a region            | a<>b<>c<>d^[2;3r^[2;1H^[L | a//b/d          | 1,0",
                "a region of one row is none         | a<>b<>c<>d^[2;2r>X        | b/c/d/_X        | 3,2",
                "origin mode counts from the region  | ^[2;3r^[?6h^[HX^[9;1HY    | /X/Y/           | 2,1",
                "line drawing                        | ^(0lqk^(Bq                | ┌─┐q///         | 0,4",
                "all characters of line drawing      | '^(0`abcdefghijklmnopqrstuvwxyz{|}~' | ◆▒␉␌␍␊°±␤␋/┘┐┌└┼⎺⎻─⎼⎽/├┤┴┬│≤≥π≠£/· | 3,1",
                "line drawing by shift out and in    | ^)0a\u000eq\u000fq        | a─q///          | 0,3",
                "alternate screen and back           | ab^[?1049hX^[?1049lc      | abc///          | 0,3",
                "alignment pattern                   | ^#8^[2;2H^[J              | EEEEEEEEEE/E//  | 1,1",
                "full reset                          | ab^[2;3r^[7m^cX           | X///            | 0,1",
                "soft reset                          | ab^[4h^[?6h^[!p<X         | Xb///           | 0,1",
                "wide characters                     | 漢字X                      | 漢字X///        | 0,5",
                "a wide character is not cut         | abcdefghi漢                | abcdefghi/漢//  | 1,2",
                "half of a wide one overwritten      | 漢字<_^[2GX                | _X字///         | 0,2",
                "its left half overwritten           | 漢字<X                     | X_字///         | 0,1",
                "marks join                          | e\u0301x                  | e\u0301x///     | 0,2",
                "a mark joins in the last column     | ^[10Ge\u0301              | _________e\u0301/// | 0,9",
                "a mark without a base is dropped    | \u0301x                   | x///            | 0,1",
                "pictures join by a joiner           | 👩\u200d👩x                 | 👩\u200d👩x///    | 0,3",
                "kitty keyboard is read over         | a^[>1ub^[<uc^[=1ud^[?ue   | abcde///        | 0,5",
                "strings are read over               | a^P1;2q#0^\\b\u009fGx^\\c\u009ex^\\d^Xy^\\e | abcde/// | 0,5",
                "a control inside a sequence acts    | ab^[1<Dc                  | cb///           | 0,1",
                "CAN ends a sequence                 | ab^[1\u0018Dc             | abDc///         | 0,4",
                "an unknown sequence is read over    | a^[1;2$zb^[?5Wc           | abc///          | 0,3"
            })
    void showsWhatTheControlDoes(String what, String input, String screen, String cursor) {
        HeadlessTerminal terminal = new HeadlessTerminal(10, 4);
        byte[] bytes = bytes(input);
        terminal.feed(bytes, 0, bytes.length);
        assertThat(String.join("/", terminal.screen(0))).as(what).isEqualTo(blanks(screen));
        HeadlessTerminal.CursorPosition at = terminal.cursor();
        assertThat(at.row() + "," + at.column()).as(what).isEqualTo(cursor);
    }

    private static byte[] bytes(String input) {
        String text = input.replace("\\t", "\t").replace('^', '\u001b');
        return unpushed(text).getBytes(StandardCharsets.UTF_8);
    }

    /// `<` after `[` belongs to a sequence.
    private static String unpushed(String text) {
        String marked = text.replace("[<", "[\ue000").replace("[>", "[\ue001");
        return blanks(marked)
                .replace('<', '\r')
                .replace('>', '\n')
                .replace('\ue000', '<')
                .replace('\ue001', '>');
    }

    private static String blanks(String text) {
        return text.replace('_', ' ');
    }
}
