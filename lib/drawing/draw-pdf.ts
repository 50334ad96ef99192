// Runs as a separate process (lib/drawing/image.ts): reads a document as JSON and writes a PDF,
// tagged for screen readers.
import { json } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { FONT_FEATURES, type FontWeight, getFontPath, toPrintableText } from "./glyphs.ts";
import type { PdfColumn, PdfContent, PdfPart } from "./pdf.ts";

const INK = "#1c1917";
const MUTED = "#57534e";
const LINE_COLOUR = "#d6d3d1";
const GAP = 8;

type PdfRequest = Omit<PdfContent, "at"> & { at: string; language: string; author: string };
const pdfRequest = (await json(process.stdin)) as PdfRequest;
const margin = pdfRequest.slip ? 28 : 48;

const doc = new PDFDocument({
  size: pdfRequest.slip ? [320, 520] : "A4",
  margin,
  bufferPages: true,
  tagged: true,
  pdfVersion: "1.7",
  lang: pdfRequest.language,
  displayTitle: true,
  info: {
    Title: toPrintableText(pdfRequest.title),
    Author: toPrintableText(pdfRequest.author),
    Creator: toPrintableText(pdfRequest.author),
    CreationDate: new Date(pdfRequest.at),
  },
});
doc.pipe(process.stdout);
for (const weight of ["regular", "semibold"] as const) doc.registerFont(weight, getFontPath(weight));
const root = doc.struct("Document");
doc.addStructure(root);
const width = doc.page.width - 2 * margin;
const bottom = doc.page.height - margin - 24;
let y = margin;

interface Style {
  weight?: FontWeight;
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  end?: boolean;
}

function applyStyle({ weight = "regular", size = 9.5, color = INK }: Style): void {
  doc.font(weight).fontSize(size).fillColor(color);
}

function measureHeight(text: string, style: Style): number {
  applyStyle(style);
  return doc.heightOfString(toPrintableText(text) || " ", {
    width: style.width ?? width,
    features: [...FONT_FEATURES],
  });
}

function writeText(text: string, style: Style): void {
  applyStyle(style);
  doc.text(toPrintableText(text), style.x ?? margin, y, {
    width: style.width ?? width,
    align: style.end ? "right" : "left",
    features: [...FONT_FEATURES],
  });
}

/** Writes a text below the last part, tagged for screen readers. */
function writeTaggedText(tag: string, text: string, style: Style, gap = GAP): void {
  const height = measureHeight(text, style);
  ensureSpace(height);
  root.add(doc.struct(tag, {}, () => writeText(text, style)));
  y += height + gap;
}

/** Starts a page when the space is used up. @returns whether it did */
function ensureSpace(height: number): boolean {
  if (y + height <= bottom) return false;
  doc.addPage();
  y = margin;
  return true;
}

function drawRule(): void {
  drawDecoration(() =>
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.6)
      .strokeColor(LINE_COLOUR)
      .stroke(),
  );
}

/** Draws what a screen reader skips. */
function drawDecoration(draw: () => void): void {
  doc.markContent("Artifact", { type: "Layout" });
  draw();
  doc.endMarkedContent();
}

function drawTable(columns: readonly PdfColumn[], rows: readonly (readonly string[])[], sum: boolean): void {
  const all = columns.reduce((total, { share }) => total + share, 0);
  const widths = columns.map(({ share }) => (width * share) / all);
  const element = doc.struct("Table");
  root.add(element);
  const line = (cells: readonly string[], tag: string, style: Style) => {
    const styles = columns.map(
      ({ end }, n): Style => ({
        ...style,
        end: end ?? false,
        width: (widths[n] ?? 0) - GAP,
        x: margin + widths.slice(0, n).reduce((total, width) => total + width, 0) + (end ? GAP : 0),
      }),
    );
    const height = Math.max(...cells.map((text, n) => measureHeight(text, styles[n] ?? style))) + 8;
    const turned = ensureSpace(height);
    if (turned && tag === "TD") head();
    y += 4;
    const row = doc.struct("TR");
    element.add(row);
    for (const [n, text] of cells.entries())
      row.add(doc.struct(tag, {}, () => writeText(text, styles[n] ?? style)));
    y += height - 4;
    drawRule();
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

function drawFacts(rows: readonly (readonly [string, string])[]): void {
  for (const [label, value] of rows) {
    const value_ = { x: margin + width * 0.3, width: width * 0.7, end: true, weight: "semibold" } as const;
    const height = measureHeight(value, value_) + 8;
    ensureSpace(height);
    y += 4;
    root.add(doc.struct("P", {}, () => writeText(label, { color: MUTED, width: width * 0.3 })));
    root.add(doc.struct("P", {}, () => writeText(value, value_)));
    y += height - 4;
    drawRule();
  }
  y += 2 * GAP;
}

function drawPart(part: PdfPart): void {
  switch (part.kind) {
    case "heading":
      ensureSpace(60);
      writeTaggedText("H2", part.text, { weight: "semibold", size: 12 }, 4);
      break;
    case "text":
      writeTaggedText("P", part.text, { color: MUTED });
      break;
    case "big":
      writeTaggedText("P", part.text, { weight: "semibold", size: 20 }, 2);
      writeTaggedText("P", part.note, { size: 11 }, 2 * GAP);
      break;
    case "facts":
      drawFacts(part.facts);
      break;
    case "table":
      drawTable(part.columns, part.rows, part.sum ?? false);
  }
}

function drawFooters(): void {
  const { start, count } = doc.bufferedPageRange();
  for (let n = start; n < start + count; n++) {
    doc.switchToPage(n);
    // Below the margin the library would start another page.
    doc.page.margins.bottom = 0;
    y = doc.page.height - margin;
    drawDecoration(() => {
      writeText(pdfRequest.foot, { size: 8, color: MUTED, width: width * 0.75 });
      writeText(`${n - start + 1} / ${count}`, {
        size: 8,
        color: MUTED,
        x: margin + width * 0.75,
        width: width / 4,
        end: true,
      });
    });
  }
}

writeTaggedText("P", pdfRequest.head, { weight: "semibold", size: 11 }, 2);
writeTaggedText("H1", pdfRequest.title, { weight: "semibold", size: pdfRequest.slip ? 15 : 18 }, 2);
writeTaggedText("P", pdfRequest.lead, { color: MUTED }, 2 * GAP);
for (const part of pdfRequest.parts) drawPart(part);
drawFooters();
root.end();
doc.end();
