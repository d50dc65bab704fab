package dev.nudge.cli.registration;

import dev.nudge.agent.kind.Registration;
import dev.nudge.agent.kind.Registration.Link;
import dev.nudge.agent.kind.VariablePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The places of what a registration changes, and of nudge itself.
///
/// @param environment the environment of the person
/// @param home the folder of the packaged extension
record Places(Registration registration, Map<String, String> environment, Path home) {
    private static final String KEPT = ".before-nudge";

    /// Returns the agent's file of settings: the first that exists; if none does, the first that
    /// could.
    Path config() {
        List<Path> files = new VariablePaths(registration.config()).all(environment);
        return files.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> files.stream().findFirst().orElse(Path.of("")));
    }

    /// Returns the place of the copy of the settings from before nudge was registered.
    Path kept() {
        return kept(config());
    }

    /// Returns the place of the copy of a file from before nudge was registered.
    static Path kept(Path file) {
        return file.resolveSibling(file.getFileName() + KEPT);
    }

    /// Returns the text of a file; empty if there is none.
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    Path at(Link link) {
        return first(link.at());
    }

    HookFile file(Registration.HookFile hooks) {
        return new HookFile(first(hooks.at()), Path.of(filled(hooks.from())), this::filled);
    }

    /// Returns the text of the file that shows a plugin; empty if there is none.
    String text(Registration.Plugin plugin) {
        return text(first(plugin.at()));
    }

    private Path first(List<String> texts) {
        return new VariablePaths(texts).first(environment).orElse(Path.of(""));
    }

    Path to(Link link) {
        return Path.of(filled(link.to()));
    }

    /// Returns whether the link exists, whatever its target.
    boolean isLinked(Link link) {
        return Files.isSymbolicLink(at(link));
    }

    /// Returns whether the link exists and leads to this installation.
    boolean isOurs(Link link) {
        try {
            return isLinked(link) && Files.readSymbolicLink(at(link)).equals(to(link));
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns a word of a command with the paths filled in.
    String filled(String text) {
        return text.replace("{nudge}", nudge()).replace("{extension}", home.toString());
    }

    /// Compiles a pattern with the paths filled in.
    Pattern pattern(String text) {
        return Pattern.compile(
                text.replace("{nudge}", Pattern.quote(nudge()))
                        .replace("{extension}", Pattern.quote(home.toString())));
    }

    private String nudge() {
        return home.resolve("bin/nudge").toString();
    }
}
