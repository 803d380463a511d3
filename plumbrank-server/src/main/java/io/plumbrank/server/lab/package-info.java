/**
 * The laboratory in the browser: pages that show the theory on small examples, and the answers that they ask for. Everything is
 * computed by the library; pages only draw.
 */
@NullMarked
package io.plumbrank.server.lab;

import org.jspecify.annotations.NullMarked;
