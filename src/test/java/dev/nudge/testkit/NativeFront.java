package dev.nudge.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

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
            Files.writeString(
                    java,
                    """
                    #!/bin/sh
                    while [ "$1" != dev.nudge.cli.Main ]; do shift; done
                    shift
                    %s
                    """
                            .formatted(runtime));
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
            return program;
        });
    }
}
