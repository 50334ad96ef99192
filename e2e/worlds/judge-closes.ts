import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { minor, readRows } from "#lib/core/read-rows";

/** Judges that each day was closed with balances that are its entries, and that no check of the ledger found more. */
export async function judgeCloses({ db }: Ctx): Promise<Verdict> {
  const rows = await readRows(db, z.object({ day: z.string(), difference: minor, findings: z.string() }))`
    select day::text as day, difference, array_to_string(findings, ', ') as findings from daily_closes order by day`;
  const broken = rows.filter(({ difference, findings }) => difference !== 0n || findings !== "");
  return {
    name: "each day closes in balance",
    checked: rows.length,
    broken: broken.map(({ day, difference, findings }) => `${day}: ${difference} ${findings}`),
  };
}
