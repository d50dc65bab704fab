package dev.nudge.web;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// The real daemon of one user for all tests of a class, and for each a client that was let in.
abstract class ClientStory {
    @AutoClose static NudgeUser user;

    @AutoClose PageClient page;
    int port;

    @BeforeAll
    static void createUser() {
        user = NudgeUser.create();
    }

    @BeforeEach
    void open() throws IOException, InterruptedException {
        page = PageClient.open(user);
        port = URI.create(page.origin()).getPort();
    }
}
