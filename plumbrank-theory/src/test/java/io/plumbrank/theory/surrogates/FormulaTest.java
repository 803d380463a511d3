package io.plumbrank.theory.surrogates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
    @ParameterizedTest
    @CsvSource({
        "1 + 2 * 3 - 4 / 2, 5",
        "-z^2, -0.49",
        "(-z)^2, 0.49",
        "2 - 1 - 1, 0",
        "z^-1 * 0.7, 1",
        "log(exp(z)), 0.7",
        "'max(0, 1 - z)', 0.3",
        "'min(z, abs(-0.2))', 0.2",
        "sqrt(z * z) + log1p(0), 0.7",
        "e / e + pi / pi, 2"
    })
    void valuesAreThoseOfArithmetic(String text, double expected) {
        assertThat(Formula.parse(text).value(0.7)).isCloseTo(expected, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log(1 + exp(-z))",
                "exp(-z) / (2 + z^2)",
                "sqrt(1 + (1 - z)^2) - z",
                "max(0, 1 - z)^2",
                "log1p(exp(-2*z)) * abs(z - 3)"
            })
    void slopesAreThoseOfDifferences(String text) {
        Formula formula = Formula.parse(text);
        double h = 1e-6;
        for (double z = -2; z <= 2; z += 0.37) {
            double slope = (formula.value(z + h) - formula.value(z - h)) / (2 * h);
            assertThat(formula.slope(z)).isCloseTo(slope, within(1e-6 * Math.max(1, Math.abs(slope))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 +          | the formula '1 +' has an end where a number, z, '(', or exp",
                "(z           | the formula '(z' has an end where ')' was expected",
                "z z          | the formula 'z z' has 'z' at place 3 where the end was expected",
                "system(z)    | the formula 'system(z)' has 's' at place 1 where a number, z, '(', or exp",
                "z^z          | the formula 'z^z' has 'z' at place 3 where a number was expected",
                "max(z)       | the formula 'max(z)' has ')' at place 6 where ',' was expected",
                "1.2.3        | the formula '1.2.3' has '1' at place 1 where a number was expected"
            })
    void whatIsNoFormulaIsRefusedWithThePlace(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Formula.parse(text.strip()))
                .withMessageStartingWith(message.strip());
    }
}
