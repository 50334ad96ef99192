// `npm run e2e -- e2e/buy.phone.ts`: a part of the browser tests, on a fresh build.
import { buildIfChanged } from "./build/build-if-changed.ts";
import { conclude } from "./check/tally.ts";
import { attempt, playwright } from "./check/test-runs.ts";

await buildIfChanged(() => console.log("Building the pages…"));
conclude([await attempt(() => playwright(process.argv.slice(2)))]);
