package dev.nudge.cli.command;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What nudge has put into a person's directories, besides the state and what agents know of it.
///
/// @param environment a person's
/// @param home the folder of this program
record InstalledFiles(Map<String, String> environment, Path home) {
    /// A file in the folder of a program that `install.sh` has put there: its links, a line each.
    private static final String LINKS = "installed";

    /// The links that `systemctl --user enable nudge` makes, below the folder of settings.
    private static final List<String> ENABLED =
            List.of(
                    "systemd/user/nudge.service",
                    "systemd/user/default.target.wants/nudge.service");

    /// The folder of the start-up caches alone, as in jvm.c.
    private static final String CACHES = "nudge-start-up-caches";

    /// Returns the start-up caches, if there are any.
    List<Path> caches() {
        Path folder = folder("XDG_CACHE_HOME", ".cache").resolve(CACHES);
        return folder.isAbsolute() && Files.isDirectory(folder) ? List.of(folder) : List.of();
    }

    /// Returns a folder of the person's: that of this variable, or the usual one.
    private Path folder(String variable, String usual) {
        String named = environment.getOrDefault(variable, "");
        return named.startsWith("/")
                ? Path.of(named)
                : Path.of(environment.getOrDefault("HOME", ""), usual);
    }

    /// Returns the program's folder and the links to it, if `install.sh` has put them there, those
    /// that start it at boot included; nothing if somebody else has, such as an agent or a package
    /// manager.
    List<Path> program() throws IOException {
        Path list = home.resolve(LINKS);
        if (!Files.isRegularFile(list)) {
            return List.of();
        }
        List<Path> links = new ArrayList<>();
        Files.readAllLines(list).forEach(line -> links.add(Path.of(line)));
        Path settings = folder("XDG_CONFIG_HOME", ".config");
        ENABLED.forEach(name -> links.add(settings.resolve(name)));
        List<Path> files = new ArrayList<>();
        for (Path link : links) {
            if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(home)) {
                files.add(link);
            }
        }
        files.add(home);
        return files;
    }

    /// Removes a link, or a directory with all that is in it. A directory is moved away first: so
    /// whatever is being written there, such as caches, finds no place any more.
    static void remove(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            Files.deleteIfExists(path);
            return;
        }
        Path away = path.resolveSibling("." + path.getFileName() + "-removed");
        delete(away); // of a removal that was interrupted
        Files.move(path, away, StandardCopyOption.ATOMIC_MOVE);
        delete(away);
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path directory, @Nullable IOException e) throws IOException {
                        if (e != null) {
                            throw e;
                        }
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
