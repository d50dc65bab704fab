package dev.nudge.testkit;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Gives each test of its class jobs on a disk of their own.
public abstract class DiskFixture {
    /// For all that is on disk.
    @TempDir protected Path folder;

    /// Without jobs at first.
    protected JobsOnDisk disk;

    /// Makes the disk, before what a class prepares.
    @BeforeEach
    protected final void makeDisk() throws IOException {
        disk = new JobsOnDisk(folder);
    }
}
