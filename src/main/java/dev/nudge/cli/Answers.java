package dev.nudge.cli;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.IOException;

/// Asks the daemon one thing.
final class Answers {
    private Answers() {}

    /// Connects, starting the daemon if there is none, and asks.
    ///
    /// @throws IOException if there is no daemon to be had, or its answer is another than expected:
    ///   with its words
    static <T extends Response> T ask(Request request, Class<T> expected) throws IOException {
        try (Client client = Installation.connector().connect(Installation.hello(Hello.CLI))) {
            return expect(client.ask(request), expected);
        }
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
