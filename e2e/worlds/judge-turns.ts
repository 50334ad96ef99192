import type { Verdict } from "#e2e/chaos/verdict";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import type { OpenWorld } from "./open-world.ts";

/** Judges that nothing is sent to a supplier that is off, nor for a reseller who is restricted. */
export async function judgeTurns({ world }: OpenWorld): Promise<Verdict[]> {
  const claims = await world.observer<
    { ident: string; claimed: string; off: boolean; restricted: boolean }[]
  >`
    with turns as (
      select subject, subject_id::bigint as id, action in ('supplier.off', 'reseller.restricted') as is_end,
        -- Another transaction may have begun before it and waited for it.
        at + interval '10 s' as from_at,
        lead(at, 1, 'infinity') over (partition by subject, subject_id order by at, id) as until_at
      from audit where action in ('supplier.off', 'supplier.on', 'reseller.restricted', 'reseller.lifted')
    )
    select p.ident, a.claimed_at::text as claimed,
      exists (select from turns t where t.subject = 'supplier' and t.id = a.supplier_id and t.is_end
        and a.claimed_at > t.from_at and a.claimed_at < t.until_at) as off,
      exists (select from turns t where t.subject = 'reseller' and t.id = p.reseller_id and t.is_end
        and a.claimed_at > t.from_at and a.claimed_at < t.until_at) as restricted
    from attempts a join purchases p on p.id = a.purchase_id 
    where a.supplier_plan_id is not null and a.worker <> ${RESTORED_WORKER}`;
  const [turns] = await world.observer<{ off: number; restricted: number }[]>`
    select count(*) filter (where action = 'supplier.off')::int as off,
      count(*) filter (where action = 'reseller.restricted')::int as restricted from audit`;
  const list = (name: "off" | "restricted") =>
    claims.filter((claim) => claim[name]).map(({ ident, claimed }) => `${ident} at ${claimed}`);
  return [
    { name: "nothing is sent to a supplier that is off", checked: turns?.off ?? 0, broken: list("off") },
    {
      name: "nothing is sent for a restricted reseller",
      checked: turns?.restricted ?? 0,
      broken: list("restricted"),
    },
  ];
}
