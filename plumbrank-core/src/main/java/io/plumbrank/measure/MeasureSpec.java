package io.plumbrank.measure;

/** The parsed text of a measure with every convention filled in; the measure branch brings its body. */
public interface MeasureSpec {}
