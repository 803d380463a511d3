/**
 * The service and the lab over HTTP. Touches the core alone; Jetty and its kin stay in this module.
 */
@NullMarked
package io.plumbrank.server;

import org.jspecify.annotations.NullMarked;
