package dev.nudge.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// How a [GeminiAgent] is to be started. Unless told otherwise: in a new session `gemini-cli` of
/// 120×40 cells, from an interactive shell, with a home folder of its own, and as one process.
public final class GeminiSetup {
    private final TmuxServerFixture tmux;
    private final ScriptedModel model;
    private final Map<String, String> environment = new TreeMap<>();
    private final List<String> arguments = new ArrayList<>();
    private GeminiHome home = GeminiHome.create();
    private boolean isOwnHome = true;
    private String session = "gemini-cli";
    private int width = 120;
    private int height = 40;

    GeminiSetup(TmuxServerFixture tmux, ScriptedModel model) {
        this.tmux = tmux;
        this.model = model;
    }

    /// Opens the agent's pane in a new session of this name.
    public GeminiSetup session(String name) {
        this.session = name;
        return this;
    }

    /// Gives the agent's pane this many columns and rows.
    public GeminiSetup size(int columns, int rows) {
        this.width = columns;
        this.height = rows;
        return this;
    }

    /// Shares a home folder with another agent; the caller closes it.
    public GeminiSetup home(GeminiHome shared) {
        if (isOwnHome) {
            home.close();
        }
        this.home = shared;
        this.isOwnHome = false;
        return this;
    }

    /// Changes the home folder before the start: settings, MCP servers, linked extensions.
    public GeminiSetup prepare(Consumer<GeminiHome> change) {
        change.accept(home);
        return this;
    }

    /// Adds arguments of the command line, `--yolo`.
    public GeminiSetup arguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /// Sets a variable in the environment of the pane.
    public GeminiSetup environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /// Tells the agent that the terminal has 24-bit colour: it draws its prompt differently then.
    public GeminiSetup trueColour() {
        return environment("COLORTERM", "truecolor");
    }

    /// Lets the agent start itself once more as its own child, as it does for its users. That takes
    /// a second of processor time.
    public GeminiSetup relaunched() {
        return environment("GEMINI_CLI_NO_RELAUNCH", "");
    }

    /// Starts the agent; it is not ready yet.
    public GeminiAgent start() {
        String pane = tmux.newSession(session, width, height, paneEnvironment(), shell());
        GeminiAgent agent = new GeminiAgent(tmux, pane, home, isOwnHome, List.copyOf(arguments));
        try {
            agent.launch();
        } catch (Throwable e) {
            agent.close();
            throw e;
        }
        return agent;
    }

    /// tmux replaces the PATH of a new pane with its client's, so the shell's command line sets it.
    private String shell() {
        Path programs = home.launcher().getParent();
        return "cd '%s' && PATH='%s':\"$PATH\" exec bash --norc --noprofile -i"
                .formatted(home.workspace(), programs);
    }

    private Map<String, String> paneEnvironment() {
        Map<String, String> all = new TreeMap<>();
        all.put("HOME", home.path().toString());
        all.put("GEMINI_CLI_HOME", home.path().toString());
        all.put("GEMINI_API_KEY", "any");
        all.put("GEMINI_FORCE_FILE_STORAGE", "true");
        all.put("GOOGLE_GEMINI_BASE_URL", model.baseUrl());
        all.put("GEMINI_CLI_NO_RELAUNCH", "true");
        all.put("PS1", GeminiAgent.SHELL_PROMPT);
        all.putAll(environment);
        return all;
    }
}
