/**
 * DMJ10's experiment on MovieLens ratings: {@link io.plumbrank.theory.movielens.Ratings} as they are published, features of a user
 * and a movie that see training ratings only, and the fifteen runs of Table 1 with the losses of the paper and some of ours.
 */
@NullMarked
package io.plumbrank.theory.movielens;

import org.jspecify.annotations.NullMarked;
