package io.plumbrank.cli.output;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import java.io.IOException;

/** The fields of a guarantee in JSON, the same for all commands. */
public final class GuaranteeText {
    private GuaranteeText() {}

    public static void fields(Guarantee guarantee, Json json) throws IOException {
        RegretBound bound = guarantee.bound();
        json.field("calibrated", guarantee.calibration().toString())
                .field("theorem", guarantee.theorem())
                .field("condition", guarantee.condition())
                .field("regretConstant", bound == null ? Double.NaN : bound.constant())
                .field("notPromised", guarantee.notPromised());
    }
}
