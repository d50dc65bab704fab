package dev.nudge.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What programs write while they show progress, as they do on a terminal, byte for byte.
public final class ProgressDisplays {
    private ProgressDisplays() {}

    /// Returns them by the names of the programs.
    public static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("docker pull", dockerPull(30));
        all.put(
                "docker compose up",
                "\u001b[?25l" + each(1, 20, i -> compose(i, 20)) + "\u001b[?25h");
        all.put("docker build", each(1, 15, ProgressDisplays::buildkit));
        all.put(
                "npm install",
                each(0, 49, i -> "\u001b[1G\u001b[0K" + "\u280b\u2819\u2839\u2838".charAt(i % 4))
                        + "\u001b[1G\u001b[0K\nadded 57 packages in 3s\n\u001b[1G\u001b[0K");
        all.put(
                "yarn",
                "[1/2] Resolving packages...\n"
                        + each(0, 19, ProgressDisplays::yarn)
                        + "\u001b[2K\u001b[1Gsuccess Saved lockfile.\n");
        all.put(
                "cargo build",
                each(0, 8, ProgressDisplays::cargo)
                        + "\u001b[K    Finished dev [unoptimized] target(s) in 3.2s\n");
        all.put(
                "pip install",
                "Downloading numpy-2.0.whl (19.5 MB)\n\u001b[?25l"
                        + each(0, 20, ProgressDisplays::pip)
                        + "\n\u001b[?25hSuccessfully installed numpy-2.0\n");
        all.put(
                "apt-get",
                each(0, 4, ProgressDisplays::apt)
                        + "\r                                 \rFetched 200 kB in 1s (180 kB/s)\n");
        all.put("tqdm, two bars", each(0, 10, ProgressDisplays::tqdm) + "\n\n");
        all.put("curl", "\r  0 100M    0     0\r 50 100M   50M     0\r100 100M  100M     0\n");
        all.put("git clone", "Cloning into 'nudge'...\n" + each(0, 10, i -> git(i * 10)));
        return all;
    }

    private static String each(int first, int last, IntFunction<String> step) {
        return IntStream.rangeClosed(first, last).mapToObj(step).collect(Collectors.joining());
    }

    /// Layers that change in place, all in one line of the log.
    public static String dockerPull(int steps) {
        String[] layers = {"a2abf6c4d29d", "c7a4e4382001", "4044b9ba67c9"};
        return "latest: Pulling from library/redis\n"
                + each(0, 2, i -> layers[i] + ": Pulling fs layer \n")
                + each(1, steps, step -> each(0, 2, i -> layer(layers[i], 3 - i, step, steps)))
                + "Digest: sha256:db485f2e\nStatus: Downloaded newer image for redis:latest\n";
    }

    private static String layer(String layer, int up, int step, int steps) {
        String state =
                step < steps
                        ? "Downloading [" + "=".repeat(step % 40) + ">]  " + step + "kB"
                        : "Pull complete ";
        return "\u001b[%dA\u001b[2K\r%s: %s\r\u001b[%1$dB".formatted(up, layer, state);
    }

    private static String compose(int step, int steps) {
        String line = "\u001b[34m %s Container %s  %s\u001b[0m    %ss \n";
        String state = step < steps ? "Creating " : "Started ";
        String mark = step < steps ? "\u280b" : "\u2714";
        String time = String.valueOf(step * 0.1f);
        return (step == 1 ? "" : "\u001b[3A")
                + "\u001b[0G[+] Running %d/2\n".formatted(step < steps ? 0 : 2)
                + line.formatted(mark, "db-1", state, time)
                + line.formatted(mark, "web-1", state, time);
    }

    private static String buildkit(int step) {
        return (step == 1 ? "" : "\u001b[1A".repeat(3) + "\u001b[0G")
                + "\u001b[?25l[+] Building %d.0s (%1$d/15)        \n".formatted(step)
                + "\u001b[34m => [internal] load build definition    0.0s\u001b[0m\n"
                + " => => transferring context: %dkB            %1$d.0s\n".formatted(step)
                + "\u001b[?25h";
    }

    private static String yarn(int i) {
        return "\u001b[2K\u001b[1G[" + "#".repeat(i) + "-".repeat(20 - i) + "] " + i;
    }

    private static String cargo(int i) {
        return "\r\u001b[K   \u001b[1m\u001b[32mCompiling\u001b[0m crate%d v1.0.%1$d\n".formatted(i)
                + "    Building [=====>     ] %d/9: crate%d\r".formatted(i, i + 1);
    }

    private static String pip(int i) {
        return "\r\u001b[2K   \u001b[91m" + "\u2501".repeat(i) + "\u001b[0m " + i + " MB";
    }

    private static String apt(int i) {
        return "\r0%% [Working]\r            \rGet:%d http://deb.debian.org package%1$d\n"
                        .formatted(i)
                + "\r%d%% [%d package%2$d 12 kB/40 kB]".formatted(i * 20, i);
    }

    private static String tqdm(int i) {
        return "\repoch:  %d%%|%s| %d/10".formatted(i * 10, "#".repeat(i), i)
                + "\n\rbatch:  %d%%|#| %1$d\u001b[A".formatted(i);
    }

    private static String git(int percent) {
        return "Receiving objects: %d%% (%1$d/100)".formatted(percent)
                + (percent < 100 ? "\r" : ", done.\n");
    }
}
