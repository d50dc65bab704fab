package dev.nudge.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;

/// Decides which browsers may use the page: those that have used a token, which works once and
/// gives them the cookie and the key. The cookie alone is not enough, since browsers send it to
/// every port of this machine. The key is kept by the page's origin and sent only there; it cannot
/// be derived from the cookie. Thread-safe.
///
/// A browser sends the page's address as Host and Origin. Another site's page has another origin;
/// another site's name that leads to this machine (DNS rebinding) has another host. `localhost`
/// does not count: it may be ::1, where another user may have the same port.
final class SignIn {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    /// The most valid tokens; the oldest is dropped.
    private static final int MOST_TOKENS = 16;

    private final String host;
    private final String cookieName;
    private final String key;
    private final String cookie;
    private final Set<String> tokens = new LinkedHashSet<>();

    /// @param key made by [#newSecret]
    SignIn(int port, String key) {
        this.host = PageServer.HOST + ":" + port;
        // The port is in the name, since browsers send cookies to every port of a host.
        this.cookieName = "nudge-" + port;
        this.key = key;
        this.cookie = hash(key);
    }

    /// Returns a new secret of 256 bits, in characters that need no quotes anywhere.
    static String newSecret() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return text(bytes);
    }

    private static String hash(String key) {
        try {
            return text(MessageDigest.getInstance("SHA-256").digest(bytes(key)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    boolean isHost(String given) {
        return given.equals(host);
    }

    String url() {
        return "http://" + host;
    }

    String cookieName() {
        return cookieName;
    }

    String cookie() {
        return cookie;
    }

    /// Returns the key, which the page sends beside the cookie.
    String key() {
        return key;
    }

    /// Returns the address that lets in the first browser that opens it.
    synchronized String newLink() {
        if (tokens.size() == MOST_TOKENS) {
            tokens.remove(tokens.iterator().next());
        }
        String token = newSecret();
        tokens.add(token);
        return "%s%s?%s=%s".formatted(url(), AccessHandler.ENTRANCE, AccessHandler.TOKEN, token);
    }

    synchronized boolean redeem(String token) {
        return tokens.remove(token);
    }

    /// Returns whether a cookie is right, in the same time for a wrong one.
    boolean isCookie(String content) {
        return MessageDigest.isEqual(bytes(content), bytes(cookie));
    }

    /// Returns whether a key is right, in the same time for a wrong one.
    boolean isKey(String given) {
        return MessageDigest.isEqual(bytes(given), bytes(key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
