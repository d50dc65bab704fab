package dev.nudge.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The native front in a folder of its own, like that of the packaged extension, but with another
/// program in place of the Java runtime.
public final class NativeFront {
    private NativeFront() {}

    /// Makes the folder, of the release `1`.
    ///
    /// @param runtime the shell commands that run instead of Java; `$@` is what follows the main
    ///   class
    /// @return the program
    public static Path install(String runtime) {
        return Unchecked.get(() -> {
            Path folder = Files.createTempDirectory("front");
            Path program = Files.createDirectories(folder.resolve("bin")).resolve("nudge");
            Files.createDirectories(folder.resolve("lib"));
            Files.copy(
                    Path.of(NudgeUser.command().getFirst()),
                    program,
                    StandardCopyOption.COPY_ATTRIBUTES);
            Files.writeString(folder.resolve("release"), "1\n\n\n");
            Path java = Files.createDirectories(folder.resolve("runtime/bin")).resolve("java");
            NudgeUser.writeProgram(
                    java,
                    """
                    while [ "$1" != dev.nudge.cli.Main ]; do shift; done
                    shift
                    %s
                    """
                            .formatted(runtime));
            return program;
        });
    }
}
