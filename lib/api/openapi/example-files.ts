import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_LANGUAGES, type ExampleLanguage } from "./examples.ts";

const ENDINGS: Record<ExampleLanguage, string> = { curl: "sh", Node: "mjs", Python: "py", PHP: "php" };

/** Reads an example of the folder `examples`, which the tests run, in every language. */
export function readExamples(name: "balance" | "plans" | "buy" | "webhook") {
  return EXAMPLE_LANGUAGES.map((language) => {
    const file = join(/* turbopackIgnore: true */ process.cwd(), "examples", `${name}.${ENDINGS[language]}`);
    return { language, code: readFileSync(file, "utf8").trimEnd() };
  });
}
