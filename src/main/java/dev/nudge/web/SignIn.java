package dev.nudge.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Decides which browsers may use the page: those that have come with a token, which can be used
/// once, and have got the cookie for it. Thread-safe.
final class SignIn {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    /// More tokens than this are not in use at once; the oldest is dropped.
    private static final int MOST_TOKENS = 16;

    private final String secret;
    private final Set<String> tokens = new LinkedHashSet<>();

    /// @param secret the content of the cookie
    SignIn(String secret) {
        this.secret = secret;
    }

    /// Returns a new secret of 256 bits, in characters that need no quotes anywhere.
    static String newSecret() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// Makes a token.
    synchronized String newToken() {
        if (tokens.size() == MOST_TOKENS) {
            tokens.remove(tokens.iterator().next());
        }
        String token = newSecret();
        tokens.add(token);
        return token;
    }

    /// Takes a token, which never serves again.
    ///
    /// @return the content of the cookie; empty if there is no such token
    synchronized Optional<String> redeem(String token) {
        return tokens.remove(token) ? Optional.of(secret) : Optional.empty();
    }

    /// Returns whether a cookie has the right content. Takes as long for a wrong one.
    boolean isSignedIn(String cookie) {
        return MessageDigest.isEqual(bytes(cookie), bytes(secret));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
