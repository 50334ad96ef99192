// `npm run e2e -- e2e/buy.phone.ts`: a part of the browser tests, on a fresh build.
import { buildIfChanged } from "./build/build-if-changed.ts";
import { reportAndExit } from "./check/tally.ts";
import { runPlaywright, runSafely } from "./check/test-runs.ts";

await buildIfChanged(() => console.log("Building the pages…"));
reportAndExit([await runSafely(() => runPlaywright(process.argv.slice(2)))]);
