package dev.nudge.agent.kind;

import dev.nudge.process.ProcessTable;
import dev.nudge.process.TrustedPath;
import dev.nudge.settings.Settings.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The kinds of agents: those that nudge knows, and the person's own, in a folder with a file for
/// each. The folder is looked at whenever a kind is asked for, so that a change takes effect at
/// once. A file with a mistake is a [Problem] and describes no agent, even if an earlier version
/// did. Thread-safe; blocks on the file system only.
public final class AgentKinds {
    private static final Logger LOG = System.getLogger(AgentKinds.class.getName());
    private static final List<String> BUILT_IN =
            List.of("claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "qwen-code");
    private static final String END = ".toml";

    /// The name of a file that describes an agent; hidden files of editors do not.
    private static final Pattern AGENT = Pattern.compile("[^.].*\\.toml", Pattern.DOTALL);

    /// A word that may be meant as the name of a variable: in quotes, or where they were forgotten.
    private static final Pattern NAME =
            Pattern.compile("(?<=[\"'=\\[,]\\s{0,9})\\w+|\\w+(?=[\"'])");

    /// The tables of a registration, which may name variables that jobs need.
    private static final Pattern REGISTRATION =
            Pattern.compile(
                    "(?ms)^\\s*\\[+\\s*registration\\b.*?(?=^\\s*\\[+(?!\\s*registration\\b)|\\z)");

    private final ProcessTable processes;
    private final Path folder;
    private @Nullable Own own;

    /// @param folder the folder of the person's own files; it need not exist
    public AgentKinds(ProcessTable processes, Path folder) {
        this.processes = processes;
        this.folder = folder;
    }

    /// The person's own kinds, as they were read.
    ///
    /// @param files the files that were read, each with attributes that change with its content
    /// @param all all kinds, the person's own first
    private record Own(
            Map<Path, Map<String, Object>> files,
            List<AgentKind> all,
            Set<String> withheld,
            List<Problem> problems) {}

    private static final class BuiltIn {
        static final List<AgentKind> KINDS = BUILT_IN.stream().map(BuiltIn::read).toList();

        private BuiltIn() {}

        private static AgentKind read(String name) {
            String file = name + END;
            try (InputStream text = AgentKinds.class.getResourceAsStream(file)) {
                if (text == null) {
                    throw new IllegalStateException(file + " is missing");
                }
                return AgentFile.read(
                        name, file, new String(text.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + file, e);
            }
        }
    }

    public static List<String> builtIn() {
        return BUILT_IN;
    }

    /// Returns a kind that nudge knows, `gemini-cli`.
    ///
    /// @throws IllegalArgumentException if there is no such kind
    public static AgentKind builtIn(String name) {
        return BuiltIn.KINDS.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "nudge knows no agent \"%s\", but %s".formatted(name, BUILT_IN)));
    }

    /// Finds the kind of a process: the person's own first, and by the program before the
    /// arguments. Empty if the process is of no kind, or is gone.
    public Optional<AgentKind> of(long pid) {
        List<String> commandLine = processes.commandLine(pid);
        return first(commandLine, Recognition::isProgramOf)
                .or(() -> first(commandLine, Recognition::isFoundIn));
    }

    private Optional<AgentKind> first(
            List<String> commandLine, BiPredicate<Recognition, List<String>> test) {
        return all().stream().filter(k -> test.test(k.process(), commandLine)).findFirst();
    }

    /// Lists all kinds, the person's own first.
    public List<AgentKind> all() {
        return own().all();
    }

    /// Returns the variables by which a program can speak to an agent as its user. They go into no
    /// job and no file: what a job runs or prints is not the user's word. A file that is not used
    /// withholds everything that it may mean.
    public Set<String> withheld() {
        return own().withheld();
    }

    public List<Problem> problems() {
        return own().problems();
    }

    private synchronized Own own() {
        Map<Path, Map<String, Object>> files = files();
        Own now = own;
        if (now == null || !files.equals(now.files())) {
            now = read(files);
            now.problems().forEach(p -> LOG.log(Level.WARNING, p.what()));
            own = now;
        }
        return now;
    }

    private Map<Path, Map<String, Object>> files() {
        Map<Path, Map<String, Object>> files = new TreeMap<>();
        if (!Files.exists(folder)) {
            return files;
        }
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(file -> AGENT.matcher(file.getFileName().toString()).matches())
                    .forEach(file -> files.put(file, attributes(file)));
        } catch (IOException | UncheckedIOException e) {
            // It has just been removed, which the next look will show, or cannot be read.
            LOG.log(Level.DEBUG, "agents in {0}: {1}", folder, e.toString());
        }
        return files;
    }

    /// Returns attributes that change with a file's content; none if it cannot be read.
    private static Map<String, Object> attributes(Path file) {
        try {
            return Files.readAttributes(file, "unix:ctime,size,ino");
        } catch (IOException e) {
            return Map.of();
        }
    }

    private static Own read(Map<Path, Map<String, Object>> files) {
        Map<String, AgentKind> kinds = new TreeMap<>();
        List<Problem> problems = new ArrayList<>();
        for (Path file : files.keySet()) {
            String name = name(file);
            Optional<String> objection = TrustedPath.objectionToFile(file);
            if (objection.isPresent()) {
                problems.add(
                        new Problem(
                                "%s is not used: %s, so somebody else could have written it."
                                        .formatted(file, objection.get()),
                                "correct owner and mode (chmod go-w)",
                                false));
                continue;
            }
            try {
                kinds.put(name, AgentFile.read(name, file.toString(), Files.readString(file)));
            } catch (TomlTable.MistakeException e) {
                problems.add(problem(String.valueOf(e.getMessage())));
            } catch (MalformedInputException e) {
                problems.add(problem(file + " is not written in UTF-8."));
            } catch (IOException e) {
                problems.add(problem(file + " cannot be read: " + e.getMessage()));
            }
        }
        return own(files, kinds, problems);
    }

    private static Own own(
            Map<Path, Map<String, Object>> files,
            Map<String, AgentKind> kinds,
            List<Problem> problems) {
        List<AgentKind> all = new ArrayList<>(kinds.values());
        BuiltIn.KINDS.stream().filter(kind -> !kinds.containsKey(kind.name())).forEach(all::add);
        Set<String> withheld =
                Stream.concat(
                                all.stream().flatMap(kind -> kind.withheld().stream()),
                                files.keySet().stream()
                                        .filter(file -> !kinds.containsKey(name(file)))
                                        .flatMap(file -> names(file).stream()))
                        .collect(Collectors.toUnmodifiableSet());
        return new Own(files, all, withheld, problems);
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.toml$", "");
    }

    private static List<String> names(Path file) {
        try {
            // It need not be UTF-8.
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return NAME.matcher(REGISTRATION.matcher(text).replaceAll(""))
                    .results()
                    .map(MatchResult::group)
                    .toList();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the names in {0} are not known: {1}", file, e.toString());
            return List.of();
        }
    }

    private static Problem problem(String what) {
        return new Problem(
                what, "correct or remove the file; docs/agents.md has an example", false);
    }
}
