import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One deliberate breakage of the money path: a piece of a file, its replacement, and the tests that must fail. */
export interface Mutant {
  /** The `.diff` file that has it. */
  list: string;
  name: string;
  file: string;
  from: string;
  to: string;
  caughtBy: string;
}

/**
 * The mutants of the `.diff` files beside this one. `# FILE, caught by TEST` is the place of those that follow, `@@`
 * begins one by its name, `-` and `+` begin the lines of the piece and of its replacement.
 */
export const MUTANTS: readonly Mutant[] = globSync("*.diff", { cwd: import.meta.dirname }).flatMap((list) =>
  readFileSync(join(import.meta.dirname, list), "utf8")
    .split(/^# /m)
    .flatMap((place) => parsePlace(list, place)),
);

/** Selects the mutants whose list, file or name contains a text. */
export const selectMutants = (text: string): Mutant[] =>
  MUTANTS.filter(({ list, file, name }) => `${list} ${file} ${name}`.includes(text));

function parsePlace(list: string, text: string): Mutant[] {
  const [place = "", ...mutants] = text.replace(/\n+$/, "").split(/\n@@ /);
  const [file = "", caughtBy = ""] = place.split(", caught by ");
  return mutants.map((mutant) => {
    const [name = "", ...lines] = mutant.split("\n");
    const pick = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
    return { list, name, file, from: pick("-").join("\n"), to: pick("+").join("\n"), caughtBy };
  });
}
