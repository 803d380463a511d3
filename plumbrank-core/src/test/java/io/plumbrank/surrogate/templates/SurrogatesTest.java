package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.surrogate.templates.LinearValue.Rho;
import io.plumbrank.target.UtilityRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurrogatesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    squared                       | squared
                    Squared_Hinge                 | squared-hinge(eta=3,shift=1,t=1)
                    squaredhinge(t=2)             | squared-hinge(eta=3,shift=1,t=2)
                    smooth-hinge( alpha = 0.5 )   | smooth-hinge(eta=3,shift=1,alpha=0.5)
                    logistic                      | logistic(eta=3,shift=1)
                    logistic(eta=4)               | logistic(eta=4,shift=1)
                    logistic(eta=8,shift=2)       | logistic(eta=8,shift=2)
                    exponential                   | exponential(eta=3,shift=1)
                    pairwise-squared              | pairwise-squared
                    pairwise-logistic             | pairwise-logistic(eta=3,shift=1)
                    PAIRWISE-EXPONENTIAL          | pairwise-exponential(eta=3,shift=1)
                    linear-value                  | linear-value(rho=square,nu=0.5)
                    linear-value(rho=COSH,nu=2)   | linear-value(rho=cosh,nu=2,largest=2)
                    linear-value(rho=cosh,largest=3) | linear-value(rho=cosh,nu=0.5,largest=3)
                    ranksvm                       | ranksvm(weight=unit)
                    ranknet(weight=difference)    | ranknet(weight=difference)
                    rankboost                     | rankboost(weight=unit)
                    listnet                       | listnet
                    listmle                       | listmle
                    """)
    void aTextNamesASurrogateAndItsOwnTextNamesTheSame(String text, String full) {
        UtilityRange range = new UtilityRange(-1, 2);
        Surrogate surrogate = Surrogates.parse(text).surrogate(range);
        assertThat(surrogate.text()).isEqualTo(full);
        assertThat(Surrogates.parse(full).surrogate(range)).isEqualTo(surrogate);
        assertThat(Surrogates.parse(full).isOpen()).isFalse();
    }

    @Test
    void everyNameIsRead() {
        assertThat(Surrogates.names())
                .containsExactly(
                        "squared",
                        "logistic",
                        "exponential",
                        "squared-hinge",
                        "smooth-hinge",
                        "pairwise-squared",
                        "pairwise-logistic",
                        "pairwise-exponential",
                        "linear-value",
                        "ranksvm",
                        "ranknet",
                        "rankboost",
                        "listnet",
                        "listmle")
                .allSatisfy(name -> assertThat(Surrogates.parse(name).name()).isEqualTo(name));
    }

    @Test
    void unknownOnesAreToldOfPairsToo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Surrogates.parse("lambdarank"))
                .withMessageEndingWith(", or pairs for map, pd and kendall)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    sqared                 | unknown surrogate 'sqared', did you mean 'squared'?
                    lambdarank             | unknown surrogate 'lambdarank' (possible: auto, squared, logistic,
                    paris                  | unknown surrogate 'paris', did you mean 'pairs'?
                    auto                   | 'auto' is no surrogate of scores by itself; expected squared,
                    squared(t=1)           | squared: unknown key 't', expected none
                    logistic(eta=0)        | eta must be positive and finite, got 0.0
                    logistic(eta=x)        | logistic: eta must be a number, got 'x'
                    logistic(shift=1)      | logistic: shift needs eta beside it
                    squared-hinge(t=-1)    | t must be positive and finite, got -1.0
                    smooth-hinge(alpha=2)  | alpha must be in (0, 1], got 2.0
                    smooth-hinge(alpha=0)  | alpha must be in (0, 1], got 0.0
                    linear-value(nu=0)     | nu must be positive and finite, got 0.0
                    linear-value(rho=abs)  | linear-value: rho must be square or cosh, got 'abs'
                    ranknet(weight=heavy)  | ranknet: weight must be unit or difference, got 'heavy'
                    squared(               | unknown surrogate 'squared(', did you mean 'squared'?
                    """)
    void whatIsWrongIsSaidInOneLine(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Surrogates.parse(text))
                .withMessageStartingWith(message)
                .withMessageNotContaining("\n");
    }

    @Test
    void etaMustBoundTheUtilitiesOfEveryLabel() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Surrogates.parse("logistic(eta=2)").surrogate(new UtilityRange(-1, 2)))
                .withMessage("eta=2 with shift=1 is too small for utilities of labels in -1 … 2");
        assertThatIllegalArgumentException().isThrownBy(() -> new Eta(2.9, 0).covering(new UtilityRange(0, 3)));
        assertThat(Eta.of(UtilityRange.ZERO)).isEqualTo(new Eta(1, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "logistic",
                "exponential",
                "squared-hinge",
                "smooth-hinge",
                "pairwise-logistic",
                "pairwise-exponential"
            })
    void aUtilityOutsideTheRangeIsRefused(String name) {
        Surrogate surrogate = Surrogates.parse(name).surrogate(new UtilityRange(0, 1));
        for (double bad : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> surrogate.value(new double[] {0, 1}, new double[] {bad, 0}))
                    .withMessage("utility " + bad + " is outside 0.0 … 1.0, for which eta was chosen");
        }
    }

    @Test
    void parametersAreCheckedWhenASurrogateIsMade() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Eta(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new SmoothHinge(new Eta(1, 0), 1.01));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LinearValue(Rho.SQUARE, Double.NaN, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> Potentials.softmax(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Potentials.kullbackLeibler(Double.NaN));
        Surrogate softmax = new Bregman(Potentials.softmax(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> softmax.value(new double[] {0, 0}, new double[] {1, 0.5}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> softmax.value(new double[] {0, 0}, new double[] {-1, 0.5}));
    }
}
