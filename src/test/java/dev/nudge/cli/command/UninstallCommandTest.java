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
    void linksToTheProgramAlsoOfAnEnabledUnitAreItsOwnAndOthersStay() throws IOException {
        Path home = Files.createDirectories(person.resolve(".local/share/nudge-program"));
        Path command = person.resolve(".local/bin/nudge");
        Path unit = person.resolve(".config/systemd/user/nudge.service");
        Path enabled = unit.resolveSibling("default.target.wants/nudge.service");
        InstalledFiles files = new InstalledFiles(Map.of("HOME", person.toString()), home);
        Files.writeString(home.resolve("installed"), command + "\n");
        link(command, Path.of("/opt/nudge/bin/nudge"));
        link(unit, Path.of("/usr/lib/systemd/user/nudge.service"));
        assertThat(files.program()).isEqualTo(List.of(home));

        link(command, home.resolve("bin/nudge"));
        link(unit, home.resolve("systemd/nudge.service"));
        link(enabled, home.resolve("systemd/nudge.service"));
        assertThat(files.program()).containsExactly(command, unit, enabled, home);
    }

    private static void link(Path at, Path to) throws IOException {
        Files.createDirectories(at.resolveSibling("."));
        Files.deleteIfExists(at);
        Files.createSymbolicLink(at, to);
    }
}
