import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tally } from "#bin/check/tally";
import { runVitest } from "#bin/check/test-runs";

/** Lets each tool of `openapi.prove.ts` read the served document, and ends with a line for each. */
export async function proveOpenApi(): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), "openapi-figures-"));
  const file = join(dir, "figures.txt");
  try {
    const tally = await runVitest(["e2e/openapi/openapi.prove.ts"], { OPENAPI_FIGURES_FILE: file });
    console.log(readFileSync(file, { encoding: "utf8", flag: "a+" }));
    return tally;
  } finally {
    rmSync(dir, { recursive: true });
  }
}
