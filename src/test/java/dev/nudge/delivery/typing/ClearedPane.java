package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.CopyMode;
import dev.nudge.delivery.screen.PaneState.Dialog;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.NotAnAgent;
import dev.nudge.delivery.screen.PaneState.Search;
import dev.nudge.delivery.screen.PaneState.ShellMode;
import java.util.Locale;

/// The ways in which a person makes a prompt free again: the step that takes it, what it then is,
/// and the step that ends that, as [PaneHands#take] knows them.
enum ClearedPane {
    AGENT_RESUMED("press C-z C-z", NotAnAgent.class, "line fg"),
    SHELL_MODE_LEFT("type !", ShellMode.class, "press Escape"),
    DRAFT_DELETED_BY_CTRL_U("type draft", Draft.class, "press C-u"),
    DRAFT_DELETED_BY_CTRL_C("type draft", Draft.class, "press C-c"),
    DRAFT_DELETED_BY_BACKSPACES(
            "type draft", Draft.class, "press BSpace BSpace BSpace BSpace BSpace"),
    DIALOG_ANSWERED("submit dialog please", Dialog.class, "press Enter"),
    DIALOG_REFUSED("submit dialog please", Dialog.class, "press Escape"),
    SEARCH_CLOSED("press C-r", Search.class, "press Escape"),
    MENU_CLOSED("type /", Draft.class, "press BSpace"),
    THEME_DIALOG_CLOSED("submit /theme", Dialog.class, "press Escape"),
    SETTINGS_DIALOG_CLOSED("submit /settings", Dialog.class, "press Escape"),
    COPY_MODE_LEFT("copy-mode on", CopyMode.class, "copy-mode off");

    /// The user's text upon which the model asks for permission to run a command.
    static final String DIALOG_PROMPT = "dialog please";

    private final String block;
    private final Class<? extends PaneState> blocked;
    private final String clear;

    ClearedPane(String block, Class<? extends PaneState> blocked, String clear) {
        this.block = block;
        this.blocked = blocked;
        this.clear = clear;
    }

    /// Makes the prompt one that must not be typed into.
    void block(PaneHands hands) {
        hands.take(block);
        hands.await(blocked);
    }

    /// Makes it free.
    void clear(PaneHands hands) {
        hands.take(clear);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
