import type { OpenWorld } from "../open-world.ts";
import { disputeSome } from "./banks.ts";
import { buyWithMessage } from "./customers.ts";
import { breakLine, erase } from "./operators.ts";
import { moveMoney } from "./parents.ts";
import { orderOnline, topUpOnline } from "./payers.ts";
import { act, wish } from "./people.ts";
import { buyWithoutRef } from "./repeaters.ts";
import { resolve } from "./resolvers.ts";
import { spendTwice } from "./spenders.ts";
import { restrict, turnOff } from "./turns.ts";

/** Something that people do besides the programs' purchases, and what it brings: a feature or a fault of the table. */
export interface Activity {
  brings: string;
  run(open: OpenWorld): Promise<unknown>;
}

const pickReseller = ({ world, programs }: OpenWorld) => world.pick(programs).reseller;

export const ACTIVITIES: readonly Activity[] = [
  {
    brings: "batch",
    run: (open) =>
      act(open, "runBatch", {
        reseller: pickReseller(open),
        wishes: Array.from({ length: open.world.between(2, 8) }, () => wish(open)),
      }),
  },
  {
    brings: "schedule",
    run: (open) => act(open, "schedule", { reseller: pickReseller(open), wish: wish(open) }),
  },
  {
    brings: "helper",
    run: (open) => act(open, "buyAsHelper", { helper: open.world.pick(open.helpers), wish: wish(open) }),
  },
  { brings: "purchase", run: (open) => act(open, "topUp", topUp(open)) },
  { brings: "claimed", run: buyWithoutRef },
  { brings: "unconfirmed", run: spendTwice },
  { brings: "queued", run: (open) => act(open, "cancelSome", { count: open.world.between(1, 4) }) },
  { brings: "transfer", run: moveMoney },
  { brings: "message", run: buyWithMessage },
  { brings: "order", run: orderOnline },
  { brings: "payment", run: topUpOnline },
  { brings: "dispute", run: disputeSome },
  { brings: "closing", run: (open) => act(open, "closeEndedDays") },
  { brings: "erasure", run: erase },
  { brings: "outage", run: breakLine },
  { brings: "supplier off", run: turnOff },
  { brings: "restriction", run: restrict },
  { brings: "advanced", run: (open) => act(open, "answerAdvances") },
  {
    brings: "reversal",
    run: (open) => act(open, "reverseSome", { admin: open.admin, count: open.world.between(1, 3) }),
  },
  { brings: "settled", run: (open) => resolve(open) },
];

const topUp = ({ programs, world }: OpenWorld) => ({
  resellers: programs.map(({ reseller }) => reseller),
  amount: BigInt(world.between(1, 8)) * 100_000n,
});
