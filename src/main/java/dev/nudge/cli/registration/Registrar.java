package dev.nudge.cli.registration;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.Registration;
import dev.nudge.agent.kind.Registration.Insertion;
import dev.nudge.agent.kind.Registration.Link;
import dev.nudge.agent.kind.Registration.Plugin;
import dev.nudge.agent.kind.VariablePaths;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Registers nudge with one agent, and undoes that. Each step is skipped if it has been done, so
/// both may be repeated.
///
/// @param home the folder of the packaged extension
public record Registrar(
        AgentKind kind, Registration registration, Map<String, String> environment, Path home) {
    /// Returns the registrar for an agent; empty if its file does not say how to register.
    public static Optional<Registrar> of(
            AgentKind kind, Map<String, String> environment, Path home) {
        return kind.registration().map(r -> new Registrar(kind, r, environment, home));
    }

    public String program() {
        return registration.program();
    }

    /// Returns whether the agent is installed: its program is on the PATH.
    public boolean isInstalled() {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program())));
    }

    /// Returns whether any installation of nudge is registered.
    public boolean isPresent() {
        return isInSettings()
                || links().stream().anyMatch(this::isLinked)
                || hookFiles().anyMatch(HookFile::isPresent);
    }

    /// Returns the agent's own plugin of nudge, if a person has installed it.
    public Optional<Plugin> plugin() {
        return registration.additions(Plugin.class).stream()
                .filter(plugin -> plugin.found().matcher(text(first(plugin.at()))).find())
                .findFirst();
    }

    public boolean isRegistered() {
        return isServerRegistered()
                && links().stream().allMatch(this::isOurs)
                && hookFiles().allMatch(HookFile::isWhole);
    }

    /// Returns whether the agent starts the MCP server of this installation.
    public boolean isServerRegistered() {
        if (registration.present().isEmpty()) {
            return links().stream().allMatch(this::isOurs);
        }
        return isInSettings() && registration.registered().stream().allMatch(this::isFound);
    }

    /// Returns whether a person has allowed the agent to run nudge's hooks; empty if the agent does
    /// not ask. Blocks on the file system only.
    public Optional<Boolean> areHooksTrusted() {
        return registration.additions(Registration.HookFile.class).stream()
                .filter(hooks -> !hooks.trust().isEmpty())
                .map(hooks -> file(hooks).areTrusted(hooks.trust(), settings()))
                .reduce(Boolean::logicalAnd);
    }

    /// Returns what a person has to do once nudge is registered.
    public String next() {
        StringJoiner next = new StringJoiner(", ").add("start it again");
        registration.additions(Registration.HookFile.class).stream()
                .map(Registration.HookFile::then)
                .filter(then -> !then.isEmpty())
                .forEach(next::add);
        return next.toString();
    }

    private boolean isInSettings() {
        return !registration.present().isEmpty() && isFound(registration.present());
    }

    private boolean isFound(String pattern) {
        return Pattern.compile(filled(pattern, Pattern::quote)).matcher(settings()).find();
    }

    /// Registers nudge, unless it is registered.
    ///
    /// @param isDry whether the changes are only shown
    /// @param log gets each change, before it is made
    /// @throws IOException if a change failed; those before it stay
    public void register(boolean isDry, Consumer<String> log) throws IOException {
        List<Change> changes = new ArrayList<>();
        if (!isServerRegistered()) {
            keep().ifPresent(changes::add);
            registerServer(changes);
        }
        links().stream()
                .filter(link -> !isOurs(link))
                .map(link -> Change.link(at(link), to(link)))
                .forEach(changes::add);
        for (HookFile file : hookFiles().filter(hooks -> !hooks.isWhole()).toList()) {
            changes.addAll(file.added());
        }
        make(changes, isDry, log);
        if (!isDry && !isRegistered()) {
            throw new IOException(
                    "%s has run these commands, but %s does not show that nudge is registered."
                            .formatted(kind.title(), config()));
        }
    }

    private void registerServer(List<Change> changes) {
        if (isInSettings()) {
            changes.add(run(registration.remove().getFirst()));
        }
        registration.add().forEach(words -> changes.add(run(words)));
        registration.additions(Insertion.class).stream()
                .map(i -> Change.insert(config(), i.after(), i.line()))
                .forEach(changes::add);
    }

    /// Keeps the settings as they were without nudge, if they are to be edited.
    private Optional<Change> keep() {
        boolean isEdited = !registration.additions(Insertion.class).isEmpty();
        boolean isWanted = !isInSettings() || Files.notExists(kept(config()));
        return isEdited && isWanted
                ? Optional.of(Change.keep(config(), kept(config())))
                : Optional.empty();
    }

    /// Undoes [#register], if anything is registered as nudge.
    public void unregister(boolean isDry, Consumer<String> log) throws IOException {
        List<Change> changes = new ArrayList<>();
        if (isInSettings()) {
            registration.remove().forEach(words -> changes.add(run(words)));
        }
        links().stream()
                .filter(this::isLinked)
                .forEach(link -> changes.add(Change.unlink(at(link))));
        for (HookFile file : hookFiles().filter(HookFile::isPresent).toList()) {
            changes.add(file.removed());
        }
        make(changes, isDry, log);
    }

    private Change run(List<String> words) {
        return Change.run(words.stream().map(this::filled).toList(), registration.answer());
    }

    private static void make(List<Change> changes, boolean isDry, Consumer<String> log)
            throws IOException {
        for (Change change : changes) {
            log.accept(change.text());
            if (!isDry) {
                change.step().make();
            }
        }
    }

    private List<Link> links() {
        return registration.additions(Link.class);
    }

    private Path at(Link link) {
        return first(link.at());
    }

    private Path to(Link link) {
        return Path.of(filled(link.to()));
    }

    /// Returns whether the link exists, whatever its target.
    private boolean isLinked(Link link) {
        return Files.isSymbolicLink(at(link));
    }

    /// Returns whether the link exists and leads to this installation.
    private boolean isOurs(Link link) {
        try {
            return isLinked(link) && Files.readSymbolicLink(at(link)).equals(to(link));
        } catch (IOException e) {
            return false;
        }
    }

    private Stream<HookFile> hookFiles() {
        return registration.additions(Registration.HookFile.class).stream().map(this::file);
    }

    private HookFile file(Registration.HookFile hooks) {
        return new HookFile(first(hooks.at()), Path.of(filled(hooks.from())), this::filled);
    }

    private Path first(List<String> texts) {
        return new VariablePaths(texts).first(environment).orElse(Path.of(""));
    }

    /// Returns the agent's file of settings: the first that exists; if none does, the first that
    /// could.
    Path config() {
        List<Path> files = new VariablePaths(registration.config()).all(environment);
        return files.stream()
                .filter(Files::exists)
                .findFirst()
                .orElse(files.isEmpty() ? Path.of("") : files.getFirst());
    }

    /// Returns the place of the copy of a file from before nudge was registered with the agent.
    static Path kept(Path file) {
        return file.resolveSibling(file.getFileName() + ".before-nudge");
    }

    private String settings() {
        return text(config());
    }

    /// Returns the text of a file; empty if there is none.
    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private String filled(String text) {
        return filled(text, UnaryOperator.identity());
    }

    /// Fills in the paths of nudge's program and of its folder.
    private String filled(String text, UnaryOperator<String> quoted) {
        return text.replace("{nudge}", quoted.apply(home.resolve("bin/nudge").toString()))
                .replace("{extension}", quoted.apply(home.toString()));
    }
}
