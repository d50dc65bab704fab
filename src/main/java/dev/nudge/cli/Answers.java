package dev.nudge.cli;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;

/// Sends the daemon a single request.
final class Answers {
    private Answers() {}

    /// Connects, starting the daemon if there is none, and asks.
    ///
    /// @throws IOException if no daemon can be had, or if its answer is not the expected one: with
    ///   its words
    static <T extends Response> T ask(Request request, Class<T> expected) throws IOException {
        try {
            return expect(response(request), expected);
        } catch (ConnectionLostException gone) {
            if (!isHarmless(request)) {
                throw gone;
            }
            return expect(response(request), expected);
        }
    }

    private static Response response(Request request) throws IOException {
        try (Client client = Installation.connector().connect(Installation.hello(Hello.CLI))) {
            return client.ask(request);
        }
    }

    /// Returns whether it may be repeated if the daemon died during the first attempt.
    private static boolean isHarmless(Request request) {
        return switch (request) {
            case Request.ListJobs _, Request.ShowJob _, Request.Select _, Request.Locate _ -> true;
            default -> false;
        };
    }

    static <T extends Response> T expect(Response response, Class<T> expected) throws IOException {
        if (expected.isInstance(response)) {
            return expected.cast(response);
        }
        throw new IOException(
                response instanceof Response.Failure(String message)
                        ? message
                        : "The daemon answered something unexpected: " + response);
    }
}
