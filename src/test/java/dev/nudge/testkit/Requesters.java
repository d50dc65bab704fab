package dev.nudge.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Clients of MCP that are not nudge's, as `scripts/requesters` installs them from npm, and the
/// programs in `src/test/resources/mcp` that use them. All are run as processes of a user's.
public final class Requesters {
    private static final Path SCRIPTS = Path.of("src/test/resources/mcp").toAbsolutePath();
    private static final Path MODULES =
            Path.of(System.getProperty("nudge.tools", ".tools"), "requesters/node_modules")
                    .toAbsolutePath();

    private final NudgeUser user;

    /// @throws AssertionError if they are not there: a missing tool fails a test, it does not skip
    ///   it
    public Requesters(NudgeUser user) {
        this.user = user;
        if (!Files.isDirectory(MODULES)) {
            throw new AssertionError("No %s. Run scripts/requesters.".formatted(MODULES));
        }
    }

    /// Returns the lines of a file beside the programs, without its comments.
    public static Stream<String> lines(String file) {
        return Unchecked.get(() -> Files.readAllLines(SCRIPTS.resolve(file))).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"));
    }

    /// Starts one of the programs; its standard streams are pipes, but for the errors.
    public Process start(String program, String... arguments) {
        return Unchecked.get(program(SCRIPTS.resolve(program), arguments)::start);
    }

    /// Runs one of the programs to its end, and returns its output.
    public String runScript(String program, String... arguments) {
        return run(SCRIPTS.resolve(program), arguments);
    }

    /// Runs a program of a package to its end, whether it succeeds or not, and returns its output.
    ///
    /// @param program its path in the folder of all packages
    public String run(Path program, String... arguments) {
        return NudgeUser.text(program(MODULES.resolve(program), arguments));
    }

    private ProcessBuilder program(Path program, String... arguments) {
        String node = MODULES.resolve("node/bin/node").toString();
        List<String> words = new ArrayList<>(List.of(node, program.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = user.program(words);
        builder.environment().put("REQUESTERS", MODULES.toString());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
