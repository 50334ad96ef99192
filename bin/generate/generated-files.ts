import { readFileSync } from "node:fs";
import { ROOT } from "#bin/root";
import { formatTypes, type TypedDocument } from "./format-types.ts";

const PROGRAMMERS_PAGE = "docs/programmers.md";

/** Builds each file that is written from the OpenAPI document and the examples, by its path. */
export function buildGeneratedFiles(document: TypedDocument): Record<string, string> {
  return {
    "clients/typescript/src/types.ts": formatTypes(document),
    [PROGRAMMERS_PAGE]: insertExamples(readFileSync(ROOT + PROGRAMMERS_PAGE, "utf8")),
  };
}

/** Puts each example into the block of code that follows the link to its file. */
function insertExamples(page: string): string {
  return page.replace(
    /(\(\.\.\/(examples\/\w+\.mjs)\)(?:(?!\n\n)[\s\S])*:\n\n```js\n)[\s\S]*?```/g,
    (_, start: string, file: string) => `${start}${readFileSync(ROOT + file, "utf8")}\`\`\``,
  );
}
