/// The page in a real browser.
@NullMarked
package dev.nudge.web.page;

import org.jspecify.annotations.NullMarked;
