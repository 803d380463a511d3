package outside;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Replay;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A format from outside: the score of a row of zeros, written by what is public. */
public final class ScoreOfZero implements ExportFormat {
    @Override
    public String name() {
        return "a-score-of-zero";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        double[] u = new double[model.outputs()];
        model.scorer().scoreInto(new float[model.inputs()], u);
        return Exported.of(Double.toString(u[0]).getBytes(StandardCharsets.UTF_8), List.of());
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        double score = Double.parseDouble(new String(files.content(), StandardCharsets.UTF_8));
        return (x, u) -> u[0] = score;
    }
}
