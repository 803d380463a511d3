package io.plumbrank.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One of the numbered results of RAT13, CUG13 and DMJ10, and the command that shows it.
 *
 * @param name such as {@code RAT13 Theorem 3}
 * @param says what it states, in a line
 * @param command what shows it, as it is typed
 * @param breaks whether the command's answer is a counterexample, exit code 1
 */
public record PaperResult(String name, String says, String command, boolean breaks) {
    private static final String CHECK = "plumbrank check ";
    private static final String FEW = " --trials 300";

    /** All of them, paper by paper. */
    public static List<PaperResult> all() {
        List<PaperResult> all = new ArrayList<>();
        holds(all, "RAT13 Theorem 2", "calibrated: least surrogate risk leads to least target risk", "--measure ndcg");
        holds(
                all,
                "RAT13 Theorem 3",
                "least squares on a low-rank encoding is calibrated",
                "--loss-matrix examples/triage/costs.csv");
        holds(
                all,
                "RAT13 Theorem 4",
                "MAP by pairs, sorted by the diagonal, is calibrated over P_reinforce",
                "--measure map --surrogate pairs --decoder diagonal --condition reinforce");
        holds(
                all,
                "RAT13 Corollary 5",
                "MAP by scores is calibrated over P_reinforce",
                "--measure map --condition reinforce");
        holds(
                all,
                "RAT13 Theorem 6",
                "PD by scores f is calibrated over P_f, for any f",
                "--measure pd --labels graphs --scores examples/theory/scores.csv --condition scores");
        holds(
                all,
                "RAT13 Theorem 7",
                "PD by pairs, decoded by Algorithm 1, is calibrated over P_DAG",
                "--measure pd --labels graphs --surrogate pairs --decoder algorithm1 --condition dag");
        shown(
                all,
                "CUG13 Theorem 3.2",
                "order-preserving losses are calibrated for positional measures; and only they, where"
                        + " discounts strictly decrease");
        shown(all, "CUG13 Theorem 3.3", "no order-preserving loss is calibrated for ERR or AP, whatever the utilities");
        shown(all, "CUG13 Lemma 4.1", "a regret is at most a sum over disjoint pairs in the wrong order");
        holds(
                all,
                "CUG13 Theorem 4.2",
                "calibrated: a positive least surrogate regret for every measure regret",
                "--measure dcg");
        holds(
                all,
                "CUG13 Corollary 4.3",
                "and uniformly so, for bounded utilities",
                "--measure ndcg --surrogate logistic");
        shown(all, "CUG13 Lemma 4.4", "the least risk of continuous losses is continuous in their weights");
        holds(
                all,
                "CUG13 Corollary 4.5",
                "for finitely many labels calibrated is uniformly calibrated",
                "--measure recall@2");
        shown(all, "CUG13 Lemma 5.1", "a regret is at most C_φ(2) times the root of the squared differences of pairs");
        holds(
                all,
                "CUG13 Theorem 5.2",
                "the regret bound of pointwise templates",
                "--measure dcg --surrogate squared-hinge");
        holds(
                all,
                "CUG13 Theorem 5.3",
                "the regret bound of Bregman divergences",
                "--measure dcg --surrogate 'bregman(kullback-leibler)'");
        holds(
                all,
                "CUG13 Theorem 5.4",
                "the regret bound of pairwise templates",
                "--measure dcg --surrogate pairwise-logistic");
        holds(
                all,
                "CUG13 Corollary A.1",
                "uniformly calibrated where utilities are bounded",
                "--measure dcg --surrogate exponential");
        shown(all, "CUG13 Corollary A.2", "a bound with the risk in it where utilities are not bounded");
        shown(
                all,
                "CUG13 Lemma B.2",
                "utilities that sorting is right for are larger for larger grades, equal for equal ones, and over two labels"
                        + " with as many relevant items add up equally where grades do");
        holds(
                all,
                "DMJ10 Lemma 1",
                "surrogate regret bounds target regret through its convex lower bound",
                "--measure pd --surrogate pairs --decoder exact");
        shown(all, "DMJ10 Lemma 3", "the least conditional surrogate risk is continuous in the distribution");
        holds(
                all,
                "DMJ10 Lemma 4",
                "consistent: least conditional surrogate risk gives the least loss",
                "--measure pd --labels graphs --surrogate pairs --decoder exact");
        holds(
                all,
                "DMJ10 Lemma 5",
                "and uniformly over distributions",
                "--measure kendall --surrogate pairs --decoder exact");
        holds(all, "DMJ10 Theorem 6", "edge-consistent is consistent, for lists of bounded size", "--measure auc");
        shown(all, "DMJ10 Lemma 7", "minimising pairwise disagreement solves minimum feedback arc set");
        shown(all, "DMJ10 Lemma 9", "a convex loss of pairs has a finite minimiser");
        all.add(new PaperResult(
                "DMJ10 Lemma 10",
                "two conditions under which no convex loss of observed pairs is calibrated",
                CHECK
                        + "--measure pd --labels graphs --surrogate rankboost --distribution examples/theory/dmj10-theorem-11.csv",
                true));
        breaks(
                all,
                "DMJ10 Theorem 11",
                "losses of observed pairs are not calibrated, even in low noise",
                "--measure pd --labels graphs --surrogate ranknet --condition low-noise");
        breaks(
                all,
                "DMJ10 Theorem 12",
                "nor are they with margins",
                "--measure pd --labels graphs --surrogate ranknet --margin 1 --condition low-noise");
        holds(
                all,
                "DMJ10 Theorem 13",
                "the value-regularised linear loss is calibrated over P_f",
                "--measure pd --labels graphs --surrogate 'linear-value(rho=cosh,nu=1)' --condition scores");
        shown(all, "DMJ10 Lemma 14", "low noise implies P_f");
        holds(
                all,
                "DMJ10 Corollary 15",
                "so it is calibrated in low noise",
                "--measure pd --labels graphs --surrogate 'linear-value(rho=square,nu=1)' --condition low-noise");
        shown(
                all,
                "DMJ10 Lemma 16",
                "the best rankings agree with every pair where preferences have no cycle, and only there");
        return all;
    }

    private static void holds(List<PaperResult> all, String name, String says, String options) {
        all.add(new PaperResult(name, says, CHECK + options + FEW, false));
    }

    private static void breaks(List<PaperResult> all, String name, String says, String options) {
        all.add(new PaperResult(name, says, CHECK + options + " --trials 2000", true));
    }

    private static void shown(List<PaperResult> all, String name, String says) {
        all.add(new PaperResult(name, says, CHECK + "--result '" + name + "'" + FEW, false));
    }

    /** By its name, in any case, with or without a comma after the paper. */
    public static Optional<PaperResult> parse(String name) {
        String plain = name.replace(",", " ").strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        return all().stream()
                .filter(result -> result.name.toLowerCase(Locale.ROOT).equals(plain))
                .findFirst();
    }

    /** Whether {@link PaperDemonstrations} has it, and not another command. */
    public boolean isDemonstrated() {
        return command.contains("--result");
    }
}
