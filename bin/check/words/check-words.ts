import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ROOT } from "#bin/root";
import {
  createLineIndex,
  type Passage,
  readDocPassages,
  readSourcePassages,
  readSqlPassages,
} from "./passages.ts";
import { type Kind, RULES } from "./rules.ts";

/** Passages that are right although a pattern matches them: a part of the text, and the reason. */
const ALLOWED: Record<string, string> = {
  "How it works": "the heading that customers know from other shops",
  "user 'nobody'": "a user of the system",
  "Connection refused": "the text of another program",
};

/** docs/words.md shows the words it replaces; migrations and generated files are fixed. */
const EXCLUDED = /^docs\/words\.md$|^bin\/check\/words\/|^db\/(migrations|releases)\/|\.d\.ts$/;

export interface Hit {
  file: string;
  line: number;
  kind: Kind;
  heading: string;
  match: string;
  suggestion: string;
}

/** Checks all files below the given paths, or of the project. */
export function checkWords(paths: readonly string[] = []): Hit[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...paths], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  }).split("\n");
  return files
    .filter((file) => /\.(tsx?|md|sql)$/.test(file) && !EXCLUDED.test(file))
    .flatMap((file) => {
      const source = readFileSync(ROOT + file, "utf8");
      const passages = readPassages(file, source);
      const lineOf = createLineIndex(source);
      return passages.flatMap((passage) =>
        checkPassage(passage).map(({ index, ...hit }) => ({ file, line: lineOf(index), ...hit })),
      );
    });
}

function readPassages(file: string, source: string): Passage[] {
  if (file.endsWith(".md")) return readDocPassages(source);
  return file.endsWith(".sql") ? readSqlPassages(source) : readSourcePassages(file, source);
}

/** Finds each match of a rule in a passage, with its index in the file. */
export function checkPassage({
  kind,
  text,
  start,
}: Passage): (Omit<Hit, "file" | "line"> & { index: number })[] {
  if (Object.keys(ALLOWED).some((part) => text.includes(part))) return [];
  return RULES.filter(({ kinds }) => kinds.includes(kind)).flatMap(({ heading, pattern, suggestion }) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
      kind,
      heading,
      suggestion,
      match: match.replace(/\s+/g, " "),
      index: start + index,
    })),
  );
}

/** Runs the check for `npm run verify`: one hit fails it. */
export function runWordsCheck(): { code: number; output: string } {
  const hits = checkWords();
  return { code: hits.length > 0 ? 1 : 0, output: hits.map(formatHit).join("\n") };
}

export const formatHit = ({ file, line, kind, heading, match, suggestion }: Hit) =>
  `${file}:${line} ${kind} “${match}”: ${suggestion} (docs/words.md, ${heading})`;

/** Formats the number of hits per folder and kind, the largest first. */
export function formatCounts(hits: readonly Hit[]): string {
  const folders = Map.groupBy(hits, ({ file }) =>
    file
      .split("/")
      .slice(0, /^(app|lib)\//.test(file) ? 2 : 1)
      .join("/"),
  );
  return [...folders]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([folder, inFolder]) => {
      const kinds = Map.groupBy(inFolder, ({ kind }) => kind);
      return `${folder}: ${[...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(", ")}`;
    })
    .join("\n");
}
