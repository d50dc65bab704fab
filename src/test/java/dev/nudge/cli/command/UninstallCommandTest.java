package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.cli.command.UninstallCommand.InstalledFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UninstallCommandTest {
    @TempDir private Path person;

    @Test
    void linksOfAnEnabledUnitAreTheProgramsToo() throws IOException {
        Path home = person.resolve(".local/share/nudge-program");
        Path command = person.resolve(".local/bin/nudge");
        Path units = person.resolve(".config/systemd/user");
        Path unit = home.resolve("systemd/nudge.service");
        link(command, home.resolve("bin/nudge"));
        link(units.resolve("nudge.service"), unit);
        link(units.resolve("default.target.wants/nudge.service"), unit);
        Files.createDirectories(home);
        Files.writeString(home.resolve("installed"), command + "\n");

        assertThat(files(home).program())
                .containsExactly(
                        command,
                        units.resolve("nudge.service"),
                        units.resolve("default.target.wants/nudge.service"),
                        home);
    }

    @Test
    void linksToSomethingElseStay() throws IOException {
        Path home = person.resolve(".local/share/nudge-program");
        Path command = person.resolve(".local/bin/nudge");
        link(command, Path.of("/opt/nudge/bin/nudge"));
        link(
                person.resolve(".config/systemd/user/nudge.service"),
                Path.of("/usr/lib/systemd/user/nudge.service"));
        Files.createDirectories(home);
        Files.writeString(home.resolve("installed"), command + "\n");

        assertThat(files(home).program()).isEqualTo(List.of(home));
    }

    private InstalledFiles files(Path home) {
        return new InstalledFiles(Map.of("HOME", person.toString()), home);
    }

    private static void link(Path at, Path to) throws IOException {
        Files.createDirectories(at.resolveSibling("."));
        Files.createSymbolicLink(at, to);
    }
}
