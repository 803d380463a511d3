/**
 * What functions are linear in: the features of a row, a map that data fix, and scorers that are affine in it. A feature map of your own
 * implements {@link io.plumbrank.learn.features.FeatureMap} and brings a {@link io.plumbrank.learn.features.FeatureMapCodec}; ours are in
 * {@code learn.maps}. A part of the room {@code learn}.
 */
@NullMarked
package io.plumbrank.learn.features;

import org.jspecify.annotations.NullMarked;
