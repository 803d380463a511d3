package io.plumbrank.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.util.internal.AtomicOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One HTML file with everything in it: no script, no picture and no style from elsewhere, so that it can be mailed, kept and
 * printed. It follows the reader's dark mode. A policy in the file itself forbids the browser to run or load anything.
 *
 * <pre>{@code
 * Reported model = Reported.of("model.json", Predictor.read(path), source);
 * ReportPage page = ModelReport.of(List.of(model), ReportOptions.of(List.of(measure)));
 * page.write(Path.of("report.html"));
 * }</pre>
 */
public final class ReportPage {
    private static final String STYLE = """
            :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--pale:#f3f5f7;
            --c0:#0969da;--c1:#bc4c00;--c2:#1a7f37;--c3:#8250df;--c4:#bf3989;--c5:#57606a}
            @media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b1;--line:#3d444d;--pale:#161b22;
            --c0:#58a6ff;--c1:#f0883e;--c2:#56d364;--c3:#bc8cff;--c4:#ff7bc5;--c5:#9da7b1}}
            @media print{:root{color-scheme:light;--bg:#fff;--fg:#000;--soft:#333;--line:#999;--pale:#fff;
            --c0:#0550ae;--c1:#953800;--c2:#116329;--c3:#6639ba;--c4:#99286e;--c5:#333}
            nav{display:none}section{break-inside:auto}figure,tr{break-inside:avoid}
            details::details-content{content-visibility:visible;display:block;height:auto}}
            *{box-sizing:border-box}
            body{margin:0 auto;max-width:54rem;padding:1rem;background:var(--bg);color:var(--fg);
            font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
            h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem;
            border-bottom:1px solid var(--line);padding-bottom:.25rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
            p,ul{margin:.5rem 0}.soft,figcaption{color:var(--soft)}nav ul{columns:2 14rem;padding-left:1.25rem}
            a{color:var(--c0)}a:focus-visible,summary:focus-visible{outline:2px solid var(--c0);outline-offset:2px}
            figure{margin:.75rem 0}svg{display:block;width:100%;max-width:40rem;height:auto}
            svg text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--fg)}
            svg .t{fill:var(--soft)}svg .g{stroke:var(--line);stroke-width:1}svg .a{stroke:var(--soft);stroke-width:1;fill:none}
            svg .d{stroke-dasharray:4 3}svg .w{stroke:var(--fg);stroke-width:1.5}svg .e{stroke:var(--c0);stroke-width:2}
            .wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.5rem 0}
            th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top;
            overflow-wrap:normal;min-width:3rem}th{background:var(--pale)}.n{text-align:right;font-variant-numeric:tabular-nums}
            summary{cursor:pointer;color:var(--soft)}
            """;

    private final String title;
    private final String under;
    private final List<Section> sections = new ArrayList<>();

    /**
     * An empty page.
     *
     * @param under a line under the title
     */
    public ReportPage(String title, String under) {
        this.title = title;
        this.under = under;
    }

    /** Adds a section and gives it to be filled. */
    public Section section(String heading) {
        Section section = new Section(heading);
        sections.add(section);
        return section;
    }

    /** A part of the page with a heading of its own. What it is given is text, never HTML. */
    public static final class Section {
        private final String heading;
        private final StringBuilder body = new StringBuilder();

        private Section(String heading) {
            this.heading = heading;
        }

        /** A paragraph. */
        public Section paragraph(String text) {
            body.append("<p>").append(Texts.escape(text)).append("</p>\n");
            return this;
        }

        /** A smaller heading. */
        public Section heading(String text) {
            body.append("<h3>").append(Texts.escape(text)).append("</h3>\n");
            return this;
        }

        /** A list of sentences. */
        public Section list(List<String> sentences) {
            body.append("<ul>");
            sentences.forEach(
                    each -> body.append("<li>").append(Texts.escape(each)).append("</li>"));
            body.append("</ul>\n");
            return this;
        }

        Section table(ReportTable table) {
            table.appendTo(body);
            return this;
        }

        /** A plot, and behind it the numbers that it shows. */
        Section figure(String caption, Plot plot, ReportTable numbers) {
            body.append("<figure>");
            plot.appendTo(caption, body);
            body.append("<figcaption>").append(Texts.escape(caption)).append("</figcaption>");
            body.append("<details><summary>The numbers</summary>");
            numbers.appendTo(body);
            body.append("</details></figure>\n");
            return this;
        }

        private String id() {
            return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        }
    }

    /** The whole page. */
    public String html() {
        StringBuilder html = new StringBuilder();
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'\"/>\n")
                .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>")
                .append(Texts.escape(title))
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style></head><body>\n<header><h1>")
                .append(Texts.escape(title))
                .append("</h1><p class=\"soft\">")
                .append(Texts.escape(under))
                .append("</p></header>\n<nav aria-label=\"Sections\"><ul>");
        for (Section section : sections) {
            html.append("<li><a href=\"#").append(section.id()).append("\">");
            html.append(Texts.escape(section.heading)).append("</a></li>");
        }
        html.append("</ul></nav>\n<main>\n");
        for (Section section : sections) {
            html.append("<section id=\"").append(section.id()).append("\"><h2>");
            html.append(Texts.escape(section.heading)).append("</h2>\n");
            html.append(section.body).append("</section>\n");
        }
        return html.append("</main></body></html>\n").toString();
    }

    /**
     * Writes the page, whole or not at all.
     *
     * @throws io.plumbrank.util.InputException if the file is a directory, or its directory does not exist
     */
    public void write(Path file) {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            out.stream().write(html().getBytes(UTF_8));
            out.commit();
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
    }
}
