import type { Verdict } from "#e2e/chaos/verdict";
import { getSlotGap } from "#lib/purchase/queue/choose-supplier";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { type OpenWorld, PER_MINUTE } from "./open-world.ts";

/** Judges that claims at a supplier are a slot apart: few worlds buy enough to fill a supplier's minute. */
export async function judgeSlots({ world }: OpenWorld): Promise<Verdict> {
  const claims = await world.observer<{ at: string; gap: number | null }[]>`
    select claimed_at::text as at, extract(epoch from claimed_at - lag(claimed_at) over (
      partition by supplier_id order by claimed_at))::float8 as gap
    -- Of a restored one, the supplier is the one that its list of sales names.
    from attempts where supplier_plan_id is not null and worker <> ${RESTORED_WORKER}`;
  return {
    name: "claims at a supplier are a slot apart",
    checked: claims.length,
    broken: claims
      .filter(({ gap }) => gap !== null && gap < getSlotGap(PER_MINUTE) - 0.001)
      .map(({ at, gap }) => `${at}: ${gap} s after the last`),
  };
}
