package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ml.dmlc.xgboost4j.java.Booster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What XGBoost's jar asks for and never needs; the other tests here train, predict, write checkpoints and go on from them. */
class LeftOutTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.esotericsoftware.minlog.Log",
                "com.esotericsoftware.reflectasm.ConstructorAccess",
                "org.objenesis.Objenesis",
                "scala.Option"
            })
    void itIsNotThere(String name) {
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }

    /** A booster says that Kryo could write it, so that the interface must be there; Kryo itself cannot even start. */
    @Test
    void kryoIsThereForItsInterfaceAlone() {
        assertThatCode(() -> Class.forName("com.esotericsoftware.kryo.KryoSerializable"))
                .doesNotThrowAnyException();
        assertThat(Booster.class.getInterfaces())
                .extracting(Class::getName)
                .contains("com.esotericsoftware.kryo.KryoSerializable");
        assertThatThrownBy(() -> Class.forName("com.esotericsoftware.kryo.Kryo")
                        .getDeclaredConstructor()
                        .newInstance())
                .isInstanceOf(NoClassDefFoundError.class);
    }
}
