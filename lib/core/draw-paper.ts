// A process of its own (lib/core/picture.ts): what a paper says comes in as JSON, and a PDF goes out, tagged for screen readers.
import { json } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { FEATURES, fontFile, type Weight, writable } from "./glyphs.ts";
import type { Paper, PaperColumn, PaperPart } from "./paper.ts";

const INK = "#1c1917";
const MUTED = "#57534e";
const LINE = "#d6d3d1";
const GAP = 8;

type Wish = Omit<Paper, "at"> & { at: string; language: string; author: string };
const paper = (await json(process.stdin)) as Wish;
const margin = paper.slip ? 28 : 48;

const doc = new PDFDocument({
  size: paper.slip ? [320, 520] : "A4",
  margin,
  bufferPages: true,
  tagged: true,
  pdfVersion: "1.7",
  lang: paper.language,
  displayTitle: true,
  info: {
    Title: writable(paper.title),
    Author: writable(paper.author),
    Creator: writable(paper.author),
    CreationDate: new Date(paper.at),
  },
});
doc.pipe(process.stdout);
for (const weight of ["regular", "semibold"] as const) doc.registerFont(weight, fontFile(weight));
const root = doc.struct("Document");
doc.addStructure(root);
const width = doc.page.width - 2 * margin;
const bottom = doc.page.height - margin - 24;
let y = margin;

interface Style {
  weight?: Weight;
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  end?: boolean;
}

function use({ weight = "regular", size = 9.5, color = INK }: Style): void {
  doc.font(weight).fontSize(size).fillColor(color);
}

/** How high a text is, in that style. */
function heightOf(text: string, style: Style): number {
  use(style);
  return doc.heightOfString(writable(text) || " ", { width: style.width ?? width, features: [...FEATURES] });
}

function write(text: string, style: Style): void {
  use(style);
  doc.text(writable(text), style.x ?? margin, y, {
    width: style.width ?? width,
    align: style.end ? "right" : "left",
    features: [...FEATURES],
  });
}

/** A text of its own below what is there, named for screen readers. */
function say(tag: string, text: string, style: Style, gap = GAP): void {
  const height = heightOf(text, style);
  room(height);
  root.add(doc.struct(tag, {}, () => write(text, style)));
  y += height + gap;
}

/** Begins a page where there is no more room. */
function room(height: number): boolean {
  if (y + height <= bottom) return false;
  doc.addPage();
  y = margin;
  return true;
}

function rule(): void {
  decoration(() =>
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.6)
      .strokeColor(LINE)
      .stroke(),
  );
}

/** What a screen reader passes over. */
function decoration(draw: () => void): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}

function table(columns: readonly PaperColumn[], rows: readonly (readonly string[])[], sum: boolean): void {
  const all = columns.reduce((total, { share }) => total + share, 0);
  const widths = columns.map(({ share }) => (width * share) / all);
  const element = doc.struct("Table");
  root.add(element);
  const line = (cells: readonly string[], tag: string, style: Style) => {
    const styles = columns.map(
      ({ end }, n): Style => ({
        ...{ ...style, end: end ?? false, width: (widths[n] ?? 0) - GAP },
        x: margin + widths.slice(0, n).reduce((total, one) => total + one, 0) + (end ? GAP : 0),
      }),
    );
    const height = Math.max(...cells.map((text, n) => heightOf(text, styles[n] ?? style))) + 8;
    const turned = room(height);
    if (turned && tag === "TD") head();
    y += 4;
    const row = doc.struct("TR");
    element.add(row);
    for (const [n, text] of cells.entries())
      row.add(doc.struct(tag, {}, () => write(text, styles[n] ?? style)));
    y += height - 4;
    rule();
  };
  const head = () =>
    line(
      columns.map((column) => column.head),
      "TH",
      { weight: "semibold", size: 8.5, color: MUTED },
    );
  head();
  for (const [n, row] of rows.entries())
    line(row, "TD", { weight: sum && n === rows.length - 1 ? "semibold" : "regular" });
  y += 2 * GAP;
}

function facts(rows: readonly (readonly [string, string])[]): void {
  for (const [label, value] of rows) {
    const value_ = { x: margin + width * 0.3, width: width * 0.7, end: true, weight: "semibold" } as const;
    const height = heightOf(value, value_) + 8;
    room(height);
    y += 4;
    root.add(doc.struct("P", {}, () => write(label, { color: MUTED, width: width * 0.3 })));
    root.add(doc.struct("P", {}, () => write(value, value_)));
    y += height - 4;
    rule();
  }
  y += 2 * GAP;
}

function draw(part: PaperPart): void {
  switch (part.kind) {
    case "heading":
      room(60);
      say("H2", part.text, { weight: "semibold", size: 12 }, 4);
      break;
    case "text":
      say("P", part.text, { color: MUTED });
      break;
    case "big":
      say("P", part.text, { weight: "semibold", size: 20 }, 2);
      say("P", part.note, { size: 11 }, 2 * GAP);
      break;
    case "facts":
      facts(part.facts);
      break;
    case "table":
      table(part.columns, part.rows, part.sum ?? false);
  }
}

function footers(): void {
  const { start, count } = doc.bufferedPageRange();
  for (let n = start; n < start + count; n++) {
    doc.switchToPage(n);
    // Below the margin the library would begin another page.
    doc.page.margins.bottom = 0;
    y = doc.page.height - margin;
    decoration(() => {
      write(paper.foot, { size: 8, color: MUTED, width: width * 0.75 });
      write(`${n - start + 1} / ${count}`, {
        size: 8,
        color: MUTED,
        x: margin + width * 0.75,
        width: width / 4,
        end: true,
      });
    });
  }
}

say("P", paper.head, { weight: "semibold", size: 11 }, 2);
say("H1", paper.title, { weight: "semibold", size: paper.slip ? 15 : 18 }, 2);
say("P", paper.lead, { color: MUTED }, 2 * GAP);
for (const part of paper.parts) draw(part);
footers();
root.end();
doc.end();
