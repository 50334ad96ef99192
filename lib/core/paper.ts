import { env } from "./env.ts";
import { drawFor } from "./picture.ts";

/** A column of a table: its share of the width, and whether it stands at the end, as figures do. */
export interface PaperColumn {
  head: string;
  share: number;
  end?: boolean;
}

/** What follows one another on a paper, from top to bottom. */
export type PaperPart =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "big"; text: string; note: string }
  | { kind: "facts"; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: "table"; columns: readonly PaperColumn[]; rows: readonly (readonly string[])[]; sum?: boolean };

/** A document to print or to send. */
export interface Paper {
  title: string;
  /** Who is named at its head, and below that. */
  head: string;
  lead: string;
  /** At the foot of each page, before its number. */
  foot: string;
  /** The moment that the file is dated with: the same paper is the same file at every time. */
  at: Date;
  /** A slip as wide as a phone, instead of A4. */
  slip?: boolean;
  parts: readonly PaperPart[];
}

/**
 * A paper as PDF, drawn in a process of its own.
 * @param whose each has one drawing at a time.
 * @throws rate_limited while another one of theirs is drawn.
 */
export function drawPaper(whose: string, paper: Paper): Promise<Buffer> {
  const { LOCALE, PORTAL_NAME } = env();
  const wish = { ...paper, language: LOCALE, author: PORTAL_NAME };
  return drawFor(whose, "lib/core/draw-paper.ts", Buffer.from(JSON.stringify(wish)));
}
