package dev.nudge.bench;

import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// The runtime of the extension with a program that prints a line, started from a cache as nudge
/// is.
final class BareJvm {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path JAVA = Path.of("target/extension/runtime/bin/java").toAbsolutePath();

    private final Path jar;
    private final Path cache;

    private BareJvm(Path folder) {
        this.jar = folder.resolve("bare.jar");
        this.cache = folder.resolve("bare.aot");
    }

    /// Makes the program's jar and its cache.
    static BareJvm in(Path folder) throws IOException {
        BareJvm bare = new BareJvm(folder);
        bare.pack();
        String record = folder.resolve("bare.conf").toString();
        ShortCommand shell = new ShortCommand(LIMIT, Map.of());
        shell.run(bare.command("-XX:AOTMode=record", "-XX:AOTConfiguration=" + record));
        shell.run(
                bare.command(
                        "-XX:AOTMode=create",
                        "-XX:AOTConfiguration=" + record,
                        "-XX:AOTCache=" + bare.cache));
        return bare;
    }

    private void pack() throws IOException {
        String entry = BareProgram.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                InputStream in =
                        Objects.requireNonNull(
                                BareJvm.class.getClassLoader().getResourceAsStream(entry))) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
    }

    /// Returns the words that start it from the cache.
    List<String> cached() {
        return command("-XX:AOTCache=" + cache);
    }

    /// Returns the words that start it without.
    List<String> uncached() {
        return command();
    }

    private List<String> command(String... options) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                JAVA.toString(),
                                "-Xlog:disable",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-Xms4m",
                                "-Xmx64m"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", jar.toString(), BareProgram.class.getName()));
        return words;
    }
}
