package io.plumbrank.learn.sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.instances.Summable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockSumsTest {
    /** Its sum is the text of the sum, so that two orders of addition never look alike. */
    private record Term(String text) implements Summable<Term> {
        private static final long serialVersionUID = 1;

        @Override
        public Term plus(Term other) {
            return new Term("(" + text + "+" + other.text + ")");
        }
    }

    private static BlockSums<Term> block(long number) {
        return BlockSums.of(number, new Term(Long.toString(number)));
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @Test
    void theTreeIsThatOfTheBlockNumbers() {
        BlockSums<Term> sums = BlockSums.none();
        for (long b = 0; b < 7; b++) {
            sums = sums.plus(block(b));
        }
        assertThat(sums.total()).contains(new Term("(((0+1)+(2+3))+((4+5)+6))"));
    }

    @Test
    void aShardThatBeginsInTheMiddleUsesTheSameTree() {
        assertThat(block(3).plus(block(4)).plus(block(5)).total()).contains(new Term("(3+(4+5))"));
        assertThat(block(1).plus(block(2)).total()).contains(new Term("(1+2)"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyOrderAndGroupingOfMergesGivesTheSameTotal(long seed) {
        Random random = new Random(seed);
        int blocks = 1 + random.nextInt(40);
        List<BlockSums<Term>> parts = new ArrayList<>();
        BlockSums<Term> inOrder = BlockSums.none();
        for (int b = 0; b < blocks; b++) {
            boolean empty = random.nextInt(4) == 0;
            // A block without rows may be known to be empty or never be mentioned; neither may matter.
            BlockSums<Term> part = empty ? BlockSums.ofEmpty(b) : block(b);
            inOrder = inOrder.plus(part);
            if (!empty || random.nextBoolean()) {
                parts.add(part);
            }
        }
        Collections.shuffle(parts, random);
        while (parts.size() > 1) {
            BlockSums<Term> one = parts.remove(random.nextInt(parts.size()));
            BlockSums<Term> other = parts.remove(random.nextInt(parts.size()));
            parts.add(one.plus(other));
        }
        BlockSums<Term> merged = parts.isEmpty() ? BlockSums.none() : parts.get(0);
        assertThat(merged.total()).isEqualTo(inOrder.total());
    }

    @Test
    void aStretchOfBlocksKeepsLogarithmicallyManySums() {
        BlockSums<Term> sums = BlockSums.none();
        int most = 0;
        for (long b = 5; b < 1005; b++) {
            sums = sums.plus(b % 3 == 0 ? BlockSums.ofEmpty(b) : BlockSums.of(b, new Term("")));
            most = Math.max(most, sums.parts());
        }
        assertThat(most).isLessThanOrEqualTo(20);
    }

    @Test
    void aBlockInBothIsRefused() {
        BlockSums<Term> merged = block(0).plus(block(1)).plus(block(2));
        assertThatThrownBy(() -> merged.plus(block(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("split a block");
        assertThatThrownBy(() -> block(2).plus(merged)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> block(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingHasNoTotal() {
        assertThat(BlockSums.<Term>none().total()).isEmpty();
        assertThat(BlockSums.<Term>ofEmpty(3).total()).isEmpty();
    }

    @Test
    void theyTravelBetweenMachines() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(block(0).plus(block(1)));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            @SuppressWarnings("unchecked")
            BlockSums<Term> copy = (BlockSums<Term>) in.readObject();
            assertThat(copy.plus(block(2)).total()).contains(new Term("((0+1)+2)"));
        }
    }
}
