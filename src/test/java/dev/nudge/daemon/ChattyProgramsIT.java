package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// A user whose environment makes each program say a line before it begins, the daemon too: the
/// loader, since `LD_PRELOAD` names no library.
class ChattyProgramsIT {
    @AutoClose
    private final NudgeUser user = NudgeUser.with(Map.of("LD_PRELOAD", "/nowhere/none.so"));

    @Test
    void daemonStartsJobsAndSeesHowTheyEnd() throws InterruptedException {
        assertThat(user.start("run", "--wait", "--", "exit 3").waitFor()).isEqualTo(3);
        assertThat(user.start("run", "--wait", "--pty", "--", "exit 130").waitFor()).isEqualTo(130);
    }
}
