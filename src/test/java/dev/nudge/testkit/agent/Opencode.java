package dev.nudge.testkit.agent;

import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// opencode, with a provider of its own.
///
/// @param theme the name of its theme
/// @param ground `dark` or `light`
public record Opencode(String theme, String ground) implements AgentProgram {
    /// Makes one with its own theme, on a dark ground.
    public Opencode() {
        this("opencode", "dark");
    }

    private static Path folder(Path home) {
        return home.resolve(".config/opencode");
    }

    @Override
    public Traits traits() {
        return new Traits(
                "opencode",
                "opencode",
                "bash",
                Pattern.compile(
                        "(?m)^ +┃  Ask anything(?:…|\\.{3}) \"|^  ┃.*\\n  ┃.*\\n  ┃.*\\n  ┃  (?:Build|Plan) "),
                // It has no search: this renames the session.
                Pattern.compile("(?i)rename session"));
    }

    @Override
    public void prepare(Path home, Path workspace, String model) {
        AgentProgram.write(
                folder(home).resolve("opencode.json"),
                """
                {
                  "$schema": "https://opencode.ai/config.json",
                  // A comment of the person's.
                  "model": "scripted/scripted",
                  "small_model": "scripted/scripted",
                  "share": "disabled",
                  "autoupdate": false,
                  "permission": { "bash": "ask", "external_directory": "allow" },
                  "enabled_providers": ["scripted"],
                  "provider": {
                    "scripted": {
                      "npm": "@ai-sdk/openai-compatible",
                      "name": "Scripted",
                      "options": { "baseURL": "%s/v1", "apiKey": "any" },
                      "models": { "scripted": { "name": "Model" } }
                    }
                  }
                }
                """
                        .formatted(model));
        AgentProgram.write(
                home.resolve(".local/state/opencode/kv.json"),
                "{ \"theme\": \"%s\", \"theme_mode_lock\": \"%s\", \"tips_hidden\": true }"
                        .formatted(theme, ground));
        // Without it, each start reads all models of the world: five seconds of processor time.
        AgentProgram.write(home.resolve(".cache/opencode/models.json"), "{}");
        keepOffTheNetwork(folder(home));
    }

    /// With a plugin in a folder it would install a package with its types. It finds it installed.
    public static void keepOffTheNetwork(Path folder) {
        String needs = "\"dependencies\": { \"@opencode-ai/plugin\": \"*\" }";
        AgentProgram.write(folder.resolve("package.json"), "{ %s }".formatted(needs));
        AgentProgram.write(
                folder.resolve("package-lock.json"),
                "{ \"lockfileVersion\": 3, \"packages\": { \"\": { %s } } }".formatted(needs));
        Unchecked.run(() -> Files.createDirectories(folder.resolve("node_modules")));
    }

    /// It asks for no tool of a server.
    @Override
    public void trustNudge(Path home) {}

    @Override
    public Map<String, String> environment(String model) {
        return Map.of(
                "OPENCODE_DISABLE_AUTOUPDATE", "1",
                "OPENCODE_DISABLE_MODELS_FETCH", "1",
                "OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    }

    @Override
    public String question() {
        return "Allow once";
    }

    @Override
    public String openMenu() {
        return "Select model";
    }

    @Override
    public boolean hasInbox() {
        return true;
    }

    @Override
    public Optional<String> beforeSecondEscape() {
        return Optional.of("again to interrupt");
    }

    @Override
    public boolean waitsForPrompt() {
        return true;
    }
}
