import { env } from "#lib/core/env";
import type { ProcessCaller } from "#lib/core/isolated-process";
import { getLocale } from "#lib/core/locale";
import { draw } from "./image.ts";

/** A column of a table: its share of the width, and whether it is aligned to the end, as for figures. */
export interface PdfColumn {
  head: string;
  share: number;
  end?: boolean;
}

export type PdfPart =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "big"; text: string; note: string }
  | { kind: "facts"; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: "table"; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[]; sum?: boolean };

export interface PdfContent {
  title: string;
  /** The name at its head, and the lines below it. */
  head: string;
  lead: string;
  /** At the foot of each page, before its number. */
  foot: string;
  /** The date of the file, so that the same document is always the same file. */
  at: Date;
  /** As wide as a phone, instead of A4. */
  slip?: boolean;
  parts: readonly PdfPart[];
}

/** Draws a document as PDF in a separate process. @throws like `draw` */
export function drawPdf(caller: ProcessCaller, paper: PdfContent): Promise<Buffer> {
  const { PORTAL_NAME } = env();
  const wish = { ...paper, language: getLocale(), author: PORTAL_NAME };
  return draw(caller, "lib/drawing/draw-pdf.ts", Buffer.from(JSON.stringify(wish)));
}
