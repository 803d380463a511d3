/**
 * Models that enter: {@link io.plumbrank.imports.ImportedModels} makes rankers of what other tools trained, and
 * {@link io.plumbrank.model.Predictor#read} finds it by {@link java.util.ServiceLoader}. Another tool is a class that reads its file
 * into a {@link io.plumbrank.learn.trees.TreeEnsemble}, and a case of {@link io.plumbrank.imports.TreeModels}.
 */
@NullMarked
package io.plumbrank.imports;

import org.jspecify.annotations.NullMarked;
