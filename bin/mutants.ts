// `npm run mutants`, or `npm run mutants -- WORDS` for those whose name has them.
import { tryMutants } from "../e2e/mutants/try-mutants.ts";
import { conclude } from "./check/tally.ts";
import { attempt } from "./check/test-runs.ts";

const words = process.argv.slice(2).join(" ");
conclude([await attempt(() => tryMutants(words))]);
