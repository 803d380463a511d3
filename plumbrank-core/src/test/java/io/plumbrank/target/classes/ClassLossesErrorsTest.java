package io.plumbrank.target.classes;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassLossesErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    zero-one                | zero-one: 'n' is missing
                    zero-one()              | zero-one: 'n' is missing
                    zero-one(n=0)           | n must be at least 1, got 0
                    zero-one(n=2.5)         | zero-one: n must be a whole number, got '2.5'
                    zero-one(n=99999999999) | zero-one: n must be a whole number, got '99999999999'
                    zero-one(5)             | zero-one: found '5', expected key=value
                    zero-one(n=5,n=6)       | zero-one: 'n' is given twice
                    zero-one(n=5,k=1)       | zero-one: unknown key 'k', expected n
                    abstain(n=5,price=1)    | abstain: unknown key 'price', expected n and cost
                    abstain(n=5)            | abstain: 'cost' is missing
                    abstain(n=5,cost=x)     | abstain: cost must be a number, got 'x'
                    abstain(n=5,cost=NaN)   | cost must be a number of at least 0, got NaN
                    abstain(n=5,cost=-1)    | cost must be a number of at least 0, got -1.0
                    top-k(n=5,k=6)          | k must be in 1..5 (n), got 6
                    top-k(n=5,k=0)          | k must be in 1..5 (n), got 0
                    hamming(b=31)           | b must be in 1..30, got 31
                    hamming(b=3             | 'hamming(b=3' is not a loss; expected one like
                    hinge(n=3)              | unknown loss 'hinge' (possible: zero-one(n=5), ordinal(n=5)
                    ordnal(n=3)             | unknown loss 'ordnal', did you mean 'ordinal'?
                    tree                    | tree needs its branches, like tree((a:1,b:1):2,c:3)
                    tree()                  | tree: found ')' at character 2, expected the name of a class or '('
                    tree((a,b)              | tree: found the end at character 7, expected ',' or ')'
                    tree(a,,b)              | tree: found ',b)' at character 4, expected the name of a class or '('
                    tree(a:x,b)             | tree: found 'x,b)' at character 4, expected the length of an edge
                    tree(a:-1,b)            | tree: found '-1,b)' at character 4, expected the length of an edge
                    tree(a:,b)              | tree: found ',b)' at character 4, expected the length of an edge
                    tree(a,a)               | tree: two classes are called 'a'
                    """)
    void aMistakeIsAnsweredInOneLine(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClassLosses.parse(text))
                .withMessageStartingWith(message);
    }
}
