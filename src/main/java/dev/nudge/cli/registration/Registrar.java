package dev.nudge.cli.registration;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.Registration;
import dev.nudge.agent.kind.Registration.Feature;
import dev.nudge.agent.kind.Registration.Insertion;
import dev.nudge.agent.kind.Registration.Link;
import dev.nudge.agent.kind.Registration.Plugin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Registers nudge with one agent, and undoes that. Each step is skipped if it has been done, so
/// both may be repeated.
public final class Registrar {
    private final AgentKind kind;
    private final Registration registration;
    private final Places places;

    private Registrar(AgentKind kind, Registration registration, Places places) {
        this.kind = kind;
        this.registration = registration;
        this.places = places;
    }

    /// Returns the registrar for an agent; empty if its file does not say how to register.
    ///
    /// @param environment the environment of the person
    /// @param home the folder of the packaged extension
    public static Optional<Registrar> of(
            AgentKind kind, Map<String, String> environment, Path home) {
        return kind.registration()
                .map(r -> new Registrar(kind, r, new Places(r, environment, home)));
    }

    public AgentKind kind() {
        return kind;
    }

    /// Returns the name of the agent's program.
    public String program() {
        return registration.program();
    }

    /// Returns whether the agent is installed: its program is on the PATH.
    public boolean isInstalled() {
        return Stream.of(places.environment().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program())));
    }

    /// Returns whether any installation of nudge is registered.
    public boolean isPresent() {
        return isInSettings()
                || links().stream().anyMatch(places::isLinked)
                || hookFiles().anyMatch(HookFile::isPresent);
    }

    /// Returns the agent's own plugin of nudge, if a person has installed it.
    public Optional<Plugin> plugin() {
        return registration.additions(Plugin.class).stream()
                .filter(plugin -> plugin.found().matcher(places.text(plugin)).find())
                .findFirst();
    }

    /// Returns whether this installation is registered completely.
    public boolean isRegistered() {
        return isServerRegistered() && areHooksRegistered();
    }

    /// Returns whether the agent starts the MCP server of this installation.
    public boolean isServerRegistered() {
        if (registration.present().isEmpty()) {
            return links().stream().allMatch(places::isOurs);
        }
        return isInSettings() && registration.registered().stream().allMatch(this::isFound);
    }

    /// Adds changes that turn on features that an earlier registration has turned off: they are off
    /// now, and were not before.
    private void turnOn(List<Change> changes) {
        String now = settings();
        String before = Places.text(places.kept());
        registration.additions(Feature.class).stream()
                .filter(feature -> !feature.unless().matcher(now).find())
                .filter(feature -> feature.isOff().matcher(now).find())
                .filter(feature -> !feature.isOff().matcher(before).find())
                .forEach(feature -> changes.add(run(feature.on())));
    }

    /// Returns whether the agent's hooks are those of this installation, if the agent has hooks.
    private boolean areHooksRegistered() {
        return links().stream().allMatch(places::isOurs) && hookFiles().allMatch(HookFile::isWhole);
    }

    /// Returns whether a person has allowed the agent to run nudge's hooks; empty if the agent does
    /// not ask. Blocks on the file system only.
    public Optional<Boolean> areHooksTrusted() {
        return registration.additions(Registration.HookFile.class).stream()
                .filter(hooks -> !hooks.trust().isEmpty())
                .map(hooks -> new HookTrust(places.file(hooks), hooks.trust()).isGiven(settings()))
                .reduce(Boolean::logicalAnd);
    }

    /// Returns what a person has to do once nudge is registered.
    public String next() {
        return Stream.concat(
                        Stream.of("start it again"),
                        registration.additions(Registration.HookFile.class).stream()
                                .map(Registration.HookFile::then)
                                .filter(then -> !then.isEmpty()))
                .collect(Collectors.joining(", "));
    }

    private boolean isInSettings() {
        return !registration.present().isEmpty() && isFound(registration.present());
    }

    private boolean isFound(String pattern) {
        return places.pattern(pattern).matcher(settings()).find();
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
                .filter(link -> !places.isOurs(link))
                .map(link -> new Change.Link(places.at(link), places.to(link)))
                .forEach(changes::add);
        hookFiles().filter(file -> !file.isWhole()).forEach(file -> changes.addAll(file.added()));
        make(changes, isDry, log);
        if (!isDry && !isRegistered()) {
            throw new IOException(
                    "%s has run these commands, but %s does not show that nudge is registered."
                            .formatted(kind.title(), places.config()));
        }
    }

    private void registerServer(List<Change> changes) {
        if (isInSettings()) {
            turnOn(changes);
            changes.add(run(registration.remove().getFirst()));
        }
        registration.add().forEach(words -> changes.add(run(words)));
        registration.additions(Insertion.class).stream()
                .map(i -> new Change.Insert(places.config(), i.after(), i.line()))
                .forEach(changes::add);
    }

    /// Keeps the settings as they were without nudge, if they are to be edited.
    private Optional<Change> keep() {
        boolean isEdited = !registration.additions(Insertion.class).isEmpty();
        boolean isWanted = !isInSettings() || Files.notExists(places.kept());
        return isEdited && isWanted
                ? Optional.of(new Change.Keep(places.config(), places.kept()))
                : Optional.empty();
    }

    /// Undoes it, if anything is registered as nudge.
    ///
    /// @param isDry whether the changes are only shown
    /// @param log gets each change, before it is made
    /// @throws IOException if a change failed; those before it stay
    public void unregister(boolean isDry, Consumer<String> log) throws IOException {
        List<Change> changes = new ArrayList<>();
        if (isInSettings()) {
            turnOn(changes);
            registration.remove().forEach(words -> changes.add(run(words)));
        }
        links().stream()
                .filter(places::isLinked)
                .forEach(link -> changes.add(new Change.Unlink(places.at(link))));
        hookFiles()
                .filter(HookFile::isPresent)
                .forEach(file -> changes.add(new Change.RemoveHooks(file)));
        make(changes, isDry, log);
    }

    private Change run(List<String> words) {
        return new Change.Run(words.stream().map(places::filled).toList(), registration.answer());
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

    private List<Link> links() {
        return registration.additions(Link.class);
    }

    private Stream<HookFile> hookFiles() {
        return registration.additions(Registration.HookFile.class).stream().map(places::file);
    }

    private String settings() {
        return Places.text(places.config());
    }
}
