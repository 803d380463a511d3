package io.plumbrank.theory.surrogates;

/** ϕ in Σ_{i→j} a_ij ϕ(s_i − s_j), convex and falling at 0: the losses of observed pairs of DMJ10, section 2. */
enum PairLoss implements MarginLoss {
    /** max(0, 1 − z): RankSVM. */
    HINGE {
        @Override
        public double value(double z) {
            return Math.max(0, 1 - z);
        }

        @Override
        public double slope(double z) {
            return z < 1 ? -1 : 0;
        }
    },
    /** log(1 + e^−z): RankNet. */
    LOGISTIC {
        @Override
        public double value(double z) {
            return Math.max(-z, 0) + Math.log1p(Math.exp(-Math.abs(z)));
        }

        @Override
        public double slope(double z) {
            return -1 / (1 + Math.exp(z));
        }
    },
    /** e^−z: RankBoost. */
    EXPONENTIAL {
        @Override
        public double value(double z) {
            return Math.exp(-z);
        }

        @Override
        public double slope(double z) {
            return -Math.exp(-z);
        }
    };
}
