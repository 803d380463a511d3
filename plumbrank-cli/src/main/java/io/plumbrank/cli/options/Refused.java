package io.plumbrank.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Options and formats of all commands that a command refuses; its help does not show them. */
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
