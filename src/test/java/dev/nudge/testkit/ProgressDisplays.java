package dev.nudge.testkit;

import java.util.LinkedHashMap;
import java.util.Map;

/// What programs write while they show progress, as they do on a terminal, byte for byte.
public final class ProgressDisplays {
    private static final String ESC = "\u001b";

    private ProgressDisplays() {}

    /// Returns them by the names of the programs.
    public static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("docker pull", dockerPull(30));
        all.put("docker compose up", compose(20));
        all.put("docker build", buildkit(15));
        all.put("npm install", npm());
        all.put("yarn", yarn());
        all.put("cargo build", cargo());
        all.put("pip install", pip());
        all.put("apt-get", apt());
        all.put("tqdm, two bars", tqdm());
        all.put("curl", "\r  0 100M    0     0\r 50 100M   50M     0\r100 100M  100M     0\n");
        all.put("git clone", git());
        return all;
    }

    /// Layers that change in place, all in one line of the log.
    public static String dockerPull(int steps) {
        StringBuilder out = new StringBuilder("latest: Pulling from library/redis\n");
        String[] layers = {"a2abf6c4d29d", "c7a4e4382001", "4044b9ba67c9"};
        for (String layer : layers) {
            out.append(layer).append(": Pulling fs layer \n");
        }
        for (int step = 1; step <= steps; step++) {
            for (int i = 0; i < layers.length; i++) {
                int up = layers.length - i;
                String state =
                        step < steps
                                ? "Downloading [" + "=".repeat(step % 40) + ">]  " + step + "kB"
                                : "Pull complete ";
                out.append(ESC + "[" + up + "A" + ESC + "[2K\r" + layers[i] + ": " + state);
                out.append("\r" + ESC + "[" + up + "B");
            }
        }
        return out + "Digest: sha256:db485f2e\nStatus: Downloaded newer image for redis:latest\n";
    }

    private static String compose(int steps) {
        StringBuilder out = new StringBuilder(ESC + "[?25l");
        for (int step = 1; step <= steps; step++) {
            out.append(step == 1 ? "" : ESC + "[3A");
            String state = step < steps ? "Creating " : "Started ";
            String mark = step < steps ? "\u280b" : "\u2714";
            out.append(ESC + "[0G[+] Running " + (step < steps ? 0 : 2) + "/2\n");
            for (String name : new String[] {"db-1", "web-1"}) {
                out.append(
                        ESC + "[34m " + mark + " Container " + name + "  " + state + ESC + "[0m");
                out.append("    " + step * 0.1f + "s \n");
            }
        }
        return out + ESC + "[?25h";
    }

    private static String buildkit(int steps) {
        StringBuilder out = new StringBuilder();
        for (int step = 1; step <= steps; step++) {
            out.append(
                    step == 1 ? "" : ESC + "[1A".repeat(1) + (ESC + "[1A").repeat(2) + ESC + "[0G");
            out.append(ESC + "[?25l[+] Building " + step + ".0s (" + step + "/15)        \n");
            out.append(ESC + "[34m => [internal] load build definition    0.0s" + ESC + "[0m\n");
            out.append(" => => transferring context: " + step + "kB            " + step + ".0s\n");
            out.append(ESC + "[?25h");
        }
        return out.toString();
    }

    private static String npm() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            out.append(ESC + "[1G" + ESC + "[0K" + "\u280b\u2819\u2839\u2838".charAt(i % 4));
        }
        return out
                + ESC
                + "[1G"
                + ESC
                + "[0K\nadded 57 packages in 3s\n"
                + ESC
                + "[1G"
                + ESC
                + "[0K";
    }

    private static String yarn() {
        StringBuilder out = new StringBuilder("[1/2] Resolving packages...\n");
        for (int i = 0; i < 20; i++) {
            out.append(ESC + "[2K" + ESC + "[1G[" + "#".repeat(i) + "-".repeat(20 - i) + "] " + i);
        }
        return out + ESC + "[2K" + ESC + "[1G" + "success Saved lockfile.\n";
    }

    private static String cargo() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            out.append(
                    "\r"
                            + ESC
                            + "[K   "
                            + ESC
                            + "[1m"
                            + ESC
                            + "[32mCompiling"
                            + ESC
                            + "[0m crate"
                            + i);
            out.append(" v1.0." + i + "\n");
            out.append("    Building [=====>     ] " + i + "/9: crate" + (i + 1) + "\r");
        }
        return out + ESC + "[K    Finished dev [unoptimized] target(s) in 3.2s\n";
    }

    private static String pip() {
        StringBuilder out =
                new StringBuilder("Downloading numpy-2.0.whl (19.5 MB)\n" + ESC + "[?25l");
        for (int i = 0; i <= 20; i++) {
            out.append(
                    "\r"
                            + ESC
                            + "[2K   "
                            + ESC
                            + "[91m"
                            + "\u2501".repeat(i)
                            + ESC
                            + "[0m "
                            + i
                            + " MB");
        }
        return out + "\n" + ESC + "[?25hSuccessfully installed numpy-2.0\n";
    }

    private static String apt() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            out.append(
                    "\r0% [Working]\r            \rGet:"
                            + i
                            + " http://deb.debian.org package"
                            + i
                            + "\n");
            out.append("\r" + i * 20 + "% [" + i + " package" + i + " 12 kB/40 kB]");
        }
        return out + "\r                                 \rFetched 200 kB in 1s (180 kB/s)\n";
    }

    private static String tqdm() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i <= 10; i++) {
            out.append("\repoch:  " + i * 10 + "%|" + "#".repeat(i) + "| " + i + "/10");
            out.append("\n\rbatch:  " + i + "%|#| " + i + ESC + "[A");
        }
        return out + "\n\n";
    }

    private static String git() {
        StringBuilder out = new StringBuilder("Cloning into 'nudge'...\n");
        for (int i = 0; i <= 100; i += 10) {
            out.append(
                    "Receiving objects: "
                            + i
                            + "% ("
                            + i
                            + "/100)"
                            + (i < 100 ? "\r" : ", done.\n"));
        }
        return out.toString();
    }
}
