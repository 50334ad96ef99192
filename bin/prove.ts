// `npm run prove`: the long tests in full, of which `npm test` runs a share.
import { tryMutants } from "../e2e/mutants/try-mutants.ts";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { conclude } from "./check/tally.ts";
import { attempt, playwright, vitest } from "./check/test-runs.ts";

const LONG = [
  "lib/reconcile/chain/chain.test.ts",
  "lib/reseller/books.test.ts",
  "lib/payment/faults.test.ts",
  "lib/purchase/send/limit.prove.ts",
];

process.env.PROVE = "1";
await buildIfChanged(() => console.log("Building the pages…"));
conclude([
  await attempt(() => vitest(LONG)),
  await attempt(() => playwright(["--project=matrix", "--project=chaos"])),
  await attempt(() => tryMutants()),
]);
