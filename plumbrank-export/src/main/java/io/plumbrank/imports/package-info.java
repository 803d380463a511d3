/**
 * Models that enter: {@link io.plumbrank.imports.ImportedModels} makes rankers of what other tools trained, and
 * {@link io.plumbrank.model.Predictor#read} finds it by {@link java.util.ServiceLoader}. Another tool is a class
 * like {@link io.plumbrank.imports.LightgbmModel}, and its line in {@code module-info} and {@code META-INF/services}.
 */
@NullMarked
package io.plumbrank.imports;

import org.jspecify.annotations.NullMarked;
