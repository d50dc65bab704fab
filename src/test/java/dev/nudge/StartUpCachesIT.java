package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An installation that brings no start-up caches, as a release: the daemon has them made.
class StartUpCachesIT {
    @AutoClose private final NudgeUser user = NudgeUser.with(Map.of("NUDGE_HASTE", "1"));
    private final Path extension = user.folder("installed here").resolve("nudge");
    private final Path caches = user.folder("home").resolve(".cache/nudge-start-up-caches");

    @BeforeEach
    void installWithoutCaches() throws IOException {
        shell("cp -a target/extension \"$0\" && rm -rf \"$0/aot\"", extension.toString());
    }

    private void shell(String script, String... words) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script));
        command.addAll(List.of(words));
        new ShortCommand(Patience.LONG, user.environment()).run(command);
    }

    private String nudge(Map<String, String> more, String... words) {
        Map<String, String> environment = new TreeMap<>(user.environment());
        environment.putAll(more);
        List<String> command = new ArrayList<>(List.of(extension.resolve("bin/nudge").toString()));
        command.addAll(List.of(words));
        return new ShortCommand(Patience.LONG, environment).run(command);
    }

    private List<Path> made() throws IOException {
        if (!Files.isDirectory(caches)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(caches)) {
            return folders.filter(f -> Files.exists(f.resolve("place"))).toList();
        }
    }

    private String log() throws IOException {
        Path log = caches.resolve("log");
        return Files.exists(log) ? Files.readString(log) : "no log";
    }

    /// Anybody who can write there could have this user's programs run what he likes.
    @Test
    void cachesAreMadeAndUsedOnlyWhereNobodyElseCanWrite() throws IOException {
        Path java = extension.resolve("runtime/bin/java");
        Files.delete(java);
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        shell("chmod 755 \"$0\"", java.toString());
        Matcher place = Pattern.compile("-Dnudge.caches=(\\S+)").matcher(nudge(Map.of(), "daemon"));
        assertThat(place.find()).isTrue();
        Path folder = Files.createDirectory(Path.of(place.group(1)));
        assertThat(folder.getParent()).isEqualTo(caches);
        Path cache = Files.createFile(folder.resolve("daemon.aot"));
        shell("chmod 755 \"$0\" \"$1\"; chmod 644 \"$1/daemon.aot\"", "" + caches, "" + folder);
        assertThat(nudge(Map.of(), "--version")).contains("-XX:AOTCache=" + cache);

        for (Path part : List.of(cache, folder, caches)) {
            for (String mode : List.of("o+w", "o+w,+t", "g+w")) {
                shell("chgrp 1 \"$0\"; chmod \"$1\" \"$0\"", part.toString(), mode);
                assertThat(nudge(Map.of(), "--version")).as(part + mode).doesNotContain("AOTCache");
                if (part.equals(caches)) {
                    assertThat(nudge(Map.of(), "daemon")).as(mode).doesNotContain("nudge.caches");
                }
                shell("chmod go-w,-t \"$0\"", part.toString());
            }
        }
        shell("mv \"$0\" \"$0-moved\"; ln -s \"$0-moved\" \"$0\"", caches.toString());
        assertThat(nudge(Map.of(), "--version")).doesNotContain("AOTCache");
        assertThat(nudge(Map.of(), "daemon")).doesNotContain("nudge.caches");
    }

    @Test
    void daemonHasTheCachesMadeFromWhichProgramsStartThen() throws IOException {
        Path records = Files.createDirectories(caches.resolveSibling("nudge/jobs"));
        // Those of another build in the same place, which they replace.
        Path earlier = Files.createDirectories(caches.resolve("earlier-1"));
        Files.writeString(earlier.resolve("place"), extension + "\nearlier\n");
        nudge(Map.of(), "ps");
        await().untilAsserted(
                        () -> assertThat(made()).as(log()).singleElement().isNotEqualTo(earlier));

        assertThat(made().getFirst()).isDirectoryContaining("glob:**/{daemon,host}.aot");
        Path loaded = user.folder("home").resolve("classes");
        String options = "-XX:AOTMode=on -Xlog:class+load=info:file=" + loaded;
        nudge(Map.of("NUDGE_JVM_OPTIONS", options), "--version");
        assertThat(loaded).content().contains("dev.nudge.cli.Main source: shared objects file");

        nudge(Map.of(), "uninstall", "--all");
        assertThat(caches).doesNotExist();
        assertThat(records).isDirectory();
        // It was not put there by install.sh.
        assertThat(extension).isDirectory();
    }

    /// The work has begun in a tmux server of its own, and has a job, which outlives its daemon.
    @Test
    void theirMakingEndsWhenTheirPlaceIsRemoved() throws IOException {
        Files.createDirectories(caches);
        String train = "setsid --fork sh \"$0/libexec/train\" \"$0\" \"$1/new-1\"";
        shell(train, extension.toString(), caches.toString());
        await().until(() -> processes().anyMatch(words -> words.contains("holder")));

        Files.move(caches, caches.resolveSibling("removed"));

        await().until(() -> {
            assertThat(processes()).noneMatch(words -> words.contains("AOTMode=create"));
            return processes().findAny().isEmpty();
        });
    }

    /// Returns the command lines of what runs of this installation.
    private Stream<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> NudgeUser.commandLine(process.pid()))
                .filter(words -> words.contains(extension.toString()));
    }

    @Test
    void onlyOneProgramMakesThemAtATimeAndWithTheLeastPriority() throws IOException {
        Path calls = user.folder("home").resolve("calls");
        Path programs = user.folder("programs");
        for (String name : List.of("renice", "chrt", "ionice")) {
            Path program = programs.resolve(name);
            Files.writeString(program, "#!/bin/sh\necho %s \"$@\" >>%s\n".formatted(name, calls));
            shell("chmod 755 \"$0\"", program.toString());
        }
        String train = extension.resolve("libexec/train").toString();
        String folder = caches.resolve("fast-1").toString();
        shell(
                "export PATH=\"$0:$PATH\" NUDGE_HASTE=; mkdir -p \"${2%/*}\"; exec 9>\"${2%/*}/lock\"; flock 9;"
                        + " sh \"$1\" \"$3\" \"$2\"; flock -u 9; exec 9>&-; touch \"$2.failed\"; sh \"$1\" \"$3\" \"$2\"",
                programs.toString(), train, folder, extension.toString());
        assertThat(calls).as("while another one works, or after one has failed").doesNotExist();

        Path other = Files.createDirectory(caches.resolve("other"));
        Path gone = Files.createDirectory(caches.resolve("gone"));
        Files.writeString(gone.resolve("place"), "/nonexistent\nkey\n");
        Path link = Files.createSymbolicLink(caches.resolve("link"), user.folder("linked"));
        Files.writeString(link.resolve("place"), "/nonexistent\nkey\n");
        shell(
                "export PATH=\"$0:$PATH\" NUDGE_HASTE=; rm \"$2.failed\"; mv \"$3/bin/nudge\" \"$3/bin/other\"; sh \"$1\" \"$3\" \"$2\" || :",
                programs.toString(),
                train,
                folder,
                extension.toString());
        assertThat(calls).content().contains("renice -n 19", "chrt --idle --pid 0", "ionice -c 3");
        assertThat(Path.of(folder + ".failed")).exists();
        assertThat(gone).doesNotExist();
        assertThat(other).isDirectory();
        assertThat(link.resolve("place")).exists();
    }
}
