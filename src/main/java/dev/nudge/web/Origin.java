package dev.nudge.web;

/// The origin of the page: what a browser sends as Host and Origin when it shows the page itself.
/// Another site's page has another origin; another site's name that leads to this machine (DNS
/// rebinding) has another host. `localhost` does not count: it may be ::1, where another user may
/// have the same port.
///
/// @param port where the page is served
record Origin(int port) {
    private static final String NAME = "127.0.0.1";

    /// Returns whether a Host header names the page.
    boolean isHost(String host) {
        return host.equals(NAME + ":" + port);
    }

    /// Returns whether an Origin header belongs to this Host header.
    static boolean isSame(String origin, String host) {
        return origin.equals("http://" + host);
    }

    /// Returns the name of the cookie. Browsers send cookies to every port of a host, so the port
    /// is in the name.
    String cookie() {
        return "nudge-" + port;
    }

    String url() {
        return "http://%s:%d".formatted(NAME, port);
    }

    /// Returns the URL that lets in the first browser that opens it.
    String entrance(String token) {
        return "%s%s?%s=%s".formatted(url(), AccessHandler.ENTRANCE, AccessHandler.TOKEN, token);
    }
}
