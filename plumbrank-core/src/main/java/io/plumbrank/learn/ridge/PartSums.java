package io.plumbrank.learn.ridge;

import io.plumbrank.learn.instances.Summable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sums of each part of some instances, such as folds; empty for a part without rows. */
final class PartSums<S extends Summable<S>> implements Summable<PartSums<S>> {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // of sums or nulls
    private final @Nullable Object[] sums;

    PartSums(List<Optional<S>> parts) {
        this.sums = parts.stream().map(part -> part.orElse(null)).toArray();
    }

    @SuppressWarnings("unchecked") // nothing else was put in
    List<Optional<S>> parts() {
        return IntStream.range(0, sums.length)
                .mapToObj(part -> Optional.ofNullable((S) sums[part]))
                .toList();
    }

    @Override
    public PartSums<S> plus(PartSums<S> other) {
        List<Optional<S>> mine = parts();
        List<Optional<S>> theirs = other.parts();
        return new PartSums<>(IntStream.range(0, mine.size())
                .mapToObj(part -> mine.get(part)
                        .map(own -> theirs.get(part).map(own::plus).orElse(own))
                        .or(() -> theirs.get(part)))
                .toList());
    }
}
