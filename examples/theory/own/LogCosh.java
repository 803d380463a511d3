import io.plumbrank.theory.OwnSurrogate;

/** Robust regression on utilities: Σ_i log cosh(s_i − v_i). */
public final class LogCosh implements OwnSurrogate {
    @Override
    public double gradientInto(double[] scores, double[] utilities, double[] gradient) {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            double error = scores[i] - utilities[i];
            gradient[i] = Math.tanh(error);
            sum += Math.log(Math.cosh(error));
        }
        return sum;
    }
}
