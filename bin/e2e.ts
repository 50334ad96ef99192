// `npm run e2e -- e2e/buy.e2e.ts`: a part of the browser tests, on a fresh build.
import { buildIfChanged } from "./build/build-if-changed.ts";
import { tallyLine } from "./check/tally.ts";
import { playwright } from "./check/test-runs.ts";

await buildIfChanged(() => console.log("Building the pages…"));
const tally = await playwright(process.argv.slice(2));
console.log(`\n${tallyLine(tally)}`);
process.exitCode = tally.failed > 0 ? 1 : 0;
