/** XGBoost, LightGBM, RankLib and Plumbrank on the same files with the same evaluator, and the guard that compares ratios with a baseline. */
@NullMarked
package io.plumbrank.bench.peers;

import org.jspecify.annotations.NullMarked;
