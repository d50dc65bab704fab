package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private static String without(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new String(Display.withoutQueries(bytes, bytes.length), StandardCharsets.UTF_8);
    }

    @Test
    void queryIsTakenOut() {
        String queries =
                "[c|[0c|[>c|[=0c|[5n|[6n|[?6n|[?2004$p|[4$p|[>q|[>0q|[?u|[18t|[14t|]10;?\u0007"
                        + "|]11;?\u001b\\|]4;7;?\u0007|P+q544e\u001b\\|P$qm\u001b\\";
        for (String query : queries.split("\\|", -1)) {
            assertThat(without("ä\u001b" + query + "b")).isEqualTo("äb");
        }
        assertThat(without("")).isEmpty();
    }

    @Test
    void everythingElseStays() {
        String others = "[31m|[2J|[6;1H|[?25h|[22;0t|[6X|]0;title\u0007|]11;#fff\u0007|[6 q|text";
        for (String other : others.split("\\|", -1)) {
            assertThat(without("ä\u001b" + other + "b")).isEqualTo("ä\u001b" + other + "b");
        }
        assertThat(without("plain text [6n")).isEqualTo("plain text [6n");
    }
}
