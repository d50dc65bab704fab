package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState.CopyMode;
import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.NotAnAgent;
import dev.nudge.delivery.screen.PaneState.Search;
import dev.nudge.delivery.screen.PaneState.ShellMode;
import java.util.function.Consumer;

/// The ways in which a person makes a prompt free again: what had kept it, and the keys that end
/// that.
@SuppressWarnings("ImmutableEnumChecker") // the steps keep nothing
enum ClearedPane {
    SHELL_MODE_LEFT(
            "shell mode left by Escape",
            hands -> {
                hands.type("!");
                hands.await(ShellMode.class);
            },
            hands -> hands.press("Escape")),
    DRAFT_DELETED_BY_C_U("draft deleted by C-u", ClearedPane::draft, hands -> hands.press("C-u")),
    DRAFT_DELETED_BY_C_C("draft deleted by C-c", ClearedPane::draft, hands -> hands.press("C-c")),
    DRAFT_DELETED_BY_C_W("draft deleted by C-w", ClearedPane::draft, hands -> hands.press("C-w")),
    DRAFT_DELETED_BY_BACKSPACES(
            "draft deleted by backspaces",
            ClearedPane::draft,
            hands -> hands.press("BSpace", "BSpace", "BSpace", "BSpace", "BSpace")),
    DIALOG_ANSWERED("dialog answered", ClearedPane::dialog, hands -> hands.press("Enter")),
    DIALOG_REFUSED("dialog refused", ClearedPane::dialog, hands -> hands.press("Escape")),
    SEARCH_CLOSED(
            "history search closed",
            hands -> {
                hands.press("C-r");
                hands.await(Search.class);
            },
            hands -> hands.press("Escape")),
    MENU_CLOSED(
            "menu closed",
            hands -> {
                hands.type("/");
                hands.await(Draft.class);
            },
            hands -> hands.press("BSpace")),
    THEME_DIALOG_CLOSED(
            "theme dialog closed",
            hands -> {
                hands.submit("/theme");
                hands.await(Dialog.class);
            },
            hands -> hands.press("Escape")),
    SETTINGS_DIALOG_CLOSED(
            "settings dialog closed",
            hands -> {
                hands.submit("/settings");
                hands.await(Dialog.class);
            },
            hands -> hands.press("Escape")),
    COPY_MODE_LEFT(
            "copy mode left",
            hands -> {
                hands.enterCopyMode();
                hands.await(CopyMode.class);
            },
            PaneHands::leaveCopyMode),
    AGENT_RESUMED(
            "agent resumed by fg",
            hands -> {
                hands.press("C-z", "C-z");
                hands.await(NotAnAgent.class);
            },
            hands -> {
                hands.type("fg");
                hands.enter();
            });

    /// The user's text upon which the model asks for permission to run a command.
    static final String DIALOG_PROMPT = "dialog please";

    private final String words;
    private final Consumer<PaneHands> block;
    private final Consumer<PaneHands> clear;

    ClearedPane(String words, Consumer<PaneHands> block, Consumer<PaneHands> clear) {
        this.words = words;
        this.block = block;
        this.clear = clear;
    }

    private static void draft(PaneHands hands) {
        hands.type("draft");
        hands.await(Draft.class);
    }

    private static void dialog(PaneHands hands) {
        hands.submit(DIALOG_PROMPT);
        hands.await(Dialog.class);
    }

    /// Makes the prompt one that must not be typed into.
    void block(PaneHands hands) {
        block.accept(hands);
    }

    /// Makes it free.
    void clear(PaneHands hands) {
        clear.accept(hands);
    }

    @Override
    public String toString() {
        return words;
    }
}
