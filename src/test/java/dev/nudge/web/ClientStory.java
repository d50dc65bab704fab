package dev.nudge.web;

import dev.nudge.testkit.NudgeUser;
import java.net.URI;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/// The real daemon of one user for all tests of a class, and a client that was let in.
abstract class ClientStory {
    @AutoClose static NudgeUser user;
    @AutoClose static PageClient page;

    @BeforeAll
    static void createUser() {
        user = NudgeUser.create();
        page = PageClient.open(user);
    }

    static int port() {
        return URI.create(page.origin()).getPort();
    }
}
