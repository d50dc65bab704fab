package dev.nudge.testkit;

import java.util.Map;
import java.util.TreeMap;

/// The environment of a user's terminal, whatever the tests run in: no `CI` (the Gemini CLI draws
/// nothing with it), no proxies, no keys, no outer tmux.
final class CleanEnvironment {
    private static final String[] KEPT = {
        "PATH", "USER", "LOGNAME", "TMPDIR", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH"
    };

    private CleanEnvironment() {}

    static Map<String, String> withHome(String home) {
        Map<String, String> environment = new TreeMap<>();
        for (String name : KEPT) {
            String value = System.getenv(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.put("HOME", home);
        environment.put("SHELL", "/bin/bash");
        environment.put("LANG", "C.UTF-8");
        environment.put("TERM", "xterm-256color");
        return environment;
    }
}
