package dev.nudge.web;

/// The place from which the page may be called: what a browser sends as Host and Origin when it
/// shows the page itself. A page of somebody else has another origin; a name of somebody else that
/// leads to this machine (DNS rebinding) has another host. `localhost` is not it: that may be ::1,
/// whose port may be that of another user.
///
/// @param port where the page is served
record Origin(int port) {
    private static final String NAME = "127.0.0.1";

    /// Returns whether a Host header is right.
    boolean isHost(String host) {
        return host.equals(NAME + ":" + port);
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

    /// Returns the URL of the page.
    String url() {
        return "http://%s:%d".formatted(NAME, port);
    }

    /// Returns the URL that lets in the browser that comes first.
    String entrance(String token) {
        return "%s%s?%s=%s".formatted(url(), AccessHandler.ENTRANCE, AccessHandler.TOKEN, token);
    }
}
