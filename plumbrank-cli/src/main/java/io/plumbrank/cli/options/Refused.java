package io.plumbrank.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a command refuses of the options that all have, so that its help does not offer it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Refused {
    /** Options that mean nothing to it. */
    String[] options() default {};

    /** Whether it prints no CSV. */
    boolean csv() default false;

    /** Whether it prints no Markdown. */
    boolean markdown() default true;
}
