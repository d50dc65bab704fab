package dev.nudge.engine.slurm;

import dev.nudge.text.Bytes;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Variables whose names are not words of letters, digits and `_`: a shell on a node, which runs
/// the batch script, drops them. They travel in one that it passes on, and the host unpacks them
/// (`node.c`).
final class OddVariables {
    private static final String PACKED = "NUDGE_ODD_VARIABLES";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private OddVariables() {}

    /// Returns an environment in which every name is plain.
    static Map<String, String> packed(Map<String, String> environment) {
        Map<String, String> plain = new HashMap<>(environment);
        StringBuilder packed = new StringBuilder();
        for (String name : new TreeSet<>(environment.keySet())) {
            if (!PLAIN.matcher(name).matches()) {
                String variable = name + "=" + plain.remove(name);
                packed.append(HexFormat.of().formatHex(Bytes.of(variable))).append(' ');
            }
        }
        if (!packed.isEmpty()) {
            plain.put(PACKED, packed.toString());
        }
        return plain;
    }
}
