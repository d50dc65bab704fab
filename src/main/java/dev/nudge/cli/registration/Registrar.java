package dev.nudge.cli.registration;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.Registration;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Registers nudge with one agent, and undoes that. What is there already is left alone, so that
/// each may be repeated.
public final class Registrar {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    private final AgentKind kind;
    private final Registration registration;
    private final Map<String, String> environment;
    private final Path home;

    private Registrar(
            AgentKind kind, Registration registration, Map<String, String> environment, Path home) {
        this.kind = kind;
        this.registration = registration;
        this.environment = environment;
        this.home = home;
    }

    /// Returns the registrar for an agent; empty if its file does not say how to register.
    ///
    /// @param environment a person's
    /// @param home the folder of the packaged extension
    public static Optional<Registrar> of(
            AgentKind kind, Map<String, String> environment, Path home) {
        return kind.registration().map(r -> new Registrar(kind, r, environment, home));
    }

    /// Returns the agent.
    public AgentKind kind() {
        return kind;
    }

    /// Returns the name of the agent's program.
    public String program() {
        return registration.program();
    }

    /// Returns whether the agent is installed: its program is on the PATH.
    public boolean isInstalled() {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program())));
    }

    /// Returns whether anything is registered as nudge, this one or another.
    public boolean isPresent() {
        return isFound(registration.present());
    }

    /// Returns whether this nudge is registered, with all that it needs.
    public boolean isRegistered() {
        return isPresent() && registration.registered().stream().allMatch(this::isFound);
    }

    private boolean isFound(String pattern) {
        return Pattern.compile(filled(pattern, Pattern::quote)).matcher(settings()).find();
    }

    /// Registers nudge, unless it is registered.
    ///
    /// @param isDry whether it is only shown what would be done
    /// @param log gets each change, before it is made
    /// @throws IOException if a change failed; those before it stay
    public void register(boolean isDry, Consumer<String> log) throws IOException {
        if (isRegistered()) {
            return;
        }
        List<Change> changes = new ArrayList<>();
        if (isPresent()) {
            changes.add(run(registration.remove().getFirst()));
        }
        registration.add().forEach(words -> changes.add(run(words)));
        registration
                .insertion()
                .map(i -> new Change.Insert(config(), i.after(), i.line()))
                .ifPresent(changes::add);
        make(changes, isDry, log);
        if (!isDry && !isRegistered()) {
            throw new IOException(
                    "%s has run these commands, but %s does not show that nudge is registered."
                            .formatted(kind.title(), config()));
        }
    }

    /// Undoes it, if anything is registered as nudge.
    ///
    /// @param isDry whether it is only shown what would be done
    /// @param log gets each change, before it is made
    /// @throws IOException if a change failed; those before it stay
    public void unregister(boolean isDry, Consumer<String> log) throws IOException {
        if (isPresent()) {
            make(registration.remove().stream().map(this::run).toList(), isDry, log);
        }
    }

    private Change run(List<String> words) {
        return new Change.Run(
                words.stream().map(word -> filled(word, w -> w)).toList(), registration.answer());
    }

    private static void make(List<Change> changes, boolean isDry, Consumer<String> log)
            throws IOException {
        for (Change change : changes) {
            log.accept(change.toString());
            if (!isDry) {
                change.make();
            }
        }
    }

    private interface Form {
        String of(String path);
    }

    private String filled(String text, Form form) {
        return text.replace("{nudge}", form.of(home.resolve("bin/nudge").toString()))
                .replace("{extension}", form.of(home.toString()));
    }

    private String settings() {
        try {
            return Files.readString(config());
        } catch (IOException e) {
            return "";
        }
    }

    /// Returns the first file that exists; if none does, the first that could.
    private Path config() {
        List<Path> files = registration.config().stream().flatMap(f -> file(f).stream()).toList();
        return files.stream()
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> files.stream().findFirst().orElse(Path.of("")));
    }

    /// Returns a file, unless it depends on a variable that is not set.
    private Optional<Path> file(String text) {
        Matcher variables = VARIABLE.matcher(text);
        boolean isSet =
                variables
                        .results()
                        .noneMatch(v -> environment.getOrDefault(v.group(1), "").isEmpty());
        return isSet
                ? Optional.of(
                        Path.of(
                                variables.replaceAll(v ->
                                        Matcher.quoteReplacement(
                                                environment.getOrDefault(v.group(1), "")))))
                : Optional.empty();
    }
}
