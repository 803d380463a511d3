/** What the warm worker of the Python package needs beside the commands: tables in memory, and predictions of arrays. */
@NullMarked
package io.plumbrank.cli.worker;

import org.jspecify.annotations.NullMarked;
