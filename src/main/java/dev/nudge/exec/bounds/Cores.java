package dev.nudge.exec.bounds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The cores of the machine.
final class Cores {
    private static final Pattern ALLOWED = Pattern.compile("Cpus_allowed_list:\\s*([\\d,-]+)");

    private Cores() {}

    /// Chooses cores for a job among those on which this process may run, as taskset(1) takes them:
    /// `2,3`. Jobs that follow each other get different ones, as far as there are enough.
    ///
    /// @param root of the file system
    /// @param count how many; all if there are not that many
    static String choose(Path root, int count, long job) throws IOException {
        List<Integer> all = allowed(Files.readString(root.resolve("proc/self/status")));
        int most = Math.min(count, all.size());
        return LongStream.range(job * most, job * most + most)
                .mapToObj(place -> all.get((int) (place % all.size())))
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private static List<Integer> allowed(String status) throws IOException {
        Matcher list = ALLOWED.matcher(status);
        if (!list.find()) {
            throw new IOException("the cores of this machine are not known");
        }
        return Stream.of(list.group(1).split(","))
                .map(range -> range.split("-"))
                .flatMap(ends ->
                        IntStream.rangeClosed(
                                        Integer.parseInt(ends[0]),
                                        Integer.parseInt(ends[ends.length - 1]))
                                .boxed())
                .toList();
    }
}
