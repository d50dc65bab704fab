package dev.nudge.cli.registration;

import dev.nudge.agent.kind.Registration;
import dev.nudge.agent.kind.Registration.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where an agent keeps what is changed when nudge is registered, and where nudge is.
///
/// @param environment a person's
/// @param home the folder of the packaged extension
record Places(Registration registration, Map<String, String> environment, Path home) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String KEPT = ".before-nudge";

    /// Returns the agent's file of settings: the first that exists; if none does, the first that
    /// could. If a variable names the agent's folder, what is in another one does not count.
    Path config() {
        List<String> texts = registration.config().stream().filter(this::isSet).toList();
        List<Path> files =
                texts.stream()
                        .filter(text -> variables(text).equals(variables(texts.getFirst())))
                        .map(this::file)
                        .toList();
        return files.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> files.stream().findFirst().orElse(Path.of("")));
    }

    /// Returns where the file of settings is kept as it was before nudge was registered.
    Path kept() {
        return kept(config());
    }

    /// Returns where a file is kept as it was before nudge was registered.
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

    /// Returns where a link is to be.
    Path at(Link link) {
        return first(link.at());
    }

    /// Returns the agent's file of hooks.
    HookFile file(Registration.HookFile hooks) {
        return new HookFile(first(hooks.at()), Path.of(filled(hooks.from())), this::filled);
    }

    private Path first(List<String> texts) {
        return texts.stream().filter(this::isSet).map(this::file).findFirst().orElse(Path.of(""));
    }

    /// Returns where it is to lead.
    Path to(Link link) {
        return Path.of(filled(link.to()));
    }

    /// Returns whether there is a link, wherever it leads.
    boolean isLinked(Link link) {
        return Files.isSymbolicLink(at(link));
    }

    /// Returns whether there is a link that leads to this nudge.
    boolean isOurs(Link link) {
        try {
            return isLinked(link) && Files.readSymbolicLink(at(link)).equals(to(link));
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns a word of a command.
    String filled(String text) {
        return text.replace("{nudge}", nudge()).replace("{extension}", home.toString());
    }

    /// Returns a pattern.
    Pattern pattern(String text) {
        return Pattern.compile(
                text.replace("{nudge}", Pattern.quote(nudge()))
                        .replace("{extension}", Pattern.quote(home.toString())));
    }

    private String nudge() {
        return home.resolve("bin/nudge").toString();
    }

    private static List<String> variables(String text) {
        return VARIABLE.matcher(text).results().map(variable -> variable.group(1)).toList();
    }

    private boolean isSet(String text) {
        return variables(text).stream().noneMatch(name -> variable(name).isEmpty());
    }

    private Path file(String text) {
        return Path.of(
                VARIABLE.matcher(text)
                        .replaceAll(v -> Matcher.quoteReplacement(variable(v.group(1)))));
    }

    private String variable(String name) {
        return environment.getOrDefault(name, "");
    }
}
