package dev.nudge.web;

import java.util.List;

/// The places from which the page may be called: what a browser sends as Host and Origin when it
/// shows the page itself. A page of somebody else has another origin; a name of somebody else that
/// leads to this machine (DNS rebinding) has another host.
///
/// @param port where the page is served
record Origin(int port) {
    private static final List<String> NAMES = List.of("127.0.0.1", "localhost");

    /// Returns whether a Host header is right.
    boolean isHost(String host) {
        return NAMES.stream().anyMatch(name -> host.equals(name + ":" + port));
    }

    /// Returns whether an Origin header is that of the page under this Host header.
    static boolean isSame(String origin, String host) {
        return origin.equals("http://" + host);
    }

    /// Returns the name of the cookie. Browsers send cookies to every port of a host, so the port
    /// is in the name.
    String cookie() {
        return "nudge-" + port;
    }

    /// Returns the URL that lets in the browser that comes first.
    String entrance(String token) {
        return "http://127.0.0.1:%d%s?%s=%s"
                .formatted(port, AccessHandler.ENTRANCE, AccessHandler.TOKEN, token);
    }
}
