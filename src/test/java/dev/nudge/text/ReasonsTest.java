package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonsTest {
    @Test
    void errorIsMoreThanAPathAndHasItsMessageOrItsName() {
        assertThat(Reasons.of(new NoSuchFileException("/a"))).isEqualTo("there is no /a");
        assertThat(Reasons.of(new AccessDeniedException("/a"))).isEqualTo("permission denied (/a)");
        assertThat(Reasons.of(new FileAlreadyExistsException("/a"))).isEqualTo("/a exists already");
        assertThat(Reasons.of(new FileSystemException("/a", null, "No space left on device")))
                .isEqualTo("No space left on device (/a)");
        assertThat(Reasons.of(new IOException("it hangs"))).isEqualTo("it hangs");
        assertThat(Reasons.of(new IOException())).isEqualTo("IOException");
    }
}
