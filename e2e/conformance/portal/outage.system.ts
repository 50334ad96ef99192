import { sql } from "drizzle-orm";
import { callApi, callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listLines, listOutages } from "#lib/outage/list-outages";
import { holdTransaction } from "#lib/testing/hold-transaction";

interface ListedNetwork {
  id: number;
  data_active: boolean;
  data_plan_types: { id: number; active: boolean; plans: { id: number; active: boolean }[] }[];
}

/** More than the least busy line needs to be paused. */
const FAILURES = 10;

const message = "The given data was invalid.";

test("says by the interface's fields that purchases fail, and moves no money meanwhile", async ({
  portal,
}) => {
  const { system, open } = portal;
  const { systemCtx } = system.database;
  const { db } = systemCtx;
  const buyers = [await open(), await open()];
  const [first] = buyers;
  if (!first) throw new Error("There is no buyer.");
  const listNetwork = async () => {
    const { body } = await callApi(first, "/api/data-plans-prices/filtered");
    return (body.data as ListedNetwork[]).find(({ id }) => id === 1);
  };
  const listType = async () =>
    (await listNetwork())?.data_plan_types.find(({ plans }) => plans.some(({ id }) => id === 1));
  const wakeDetection = () => db.execute(sql`select pg_notify('lane', 'outages')`);
  const readWallets = () => db.execute(sql`select reseller_id, wallet, held from wallets order by 1`);
  const before = await listNetwork();
  expect(before?.data_active).toBe(true);

  await system.upstream.control.order(
    { execute: "fail", text: "Network down" },
    { network: 1, times: "always" },
  );
  // Detection waits for this table: no purchase is accepted and then paused before it fails.
  const release = await holdTransaction(db, sql`lock table line_habits in access exclusive mode`);
  try {
    for (let n = 0; n < FAILURES; n += 1) {
      const { status, body } = await callPurchase(buyers[n % 2] ?? first, {
        mobile_number: `0803555${1_000 + n}`,
      });
      expect(status).toBe(422);
      expect(body.data).toMatchObject({ Status: "failed", api_response: "Network down" });
    }
  } finally {
    await release();
  }
  await wakeDetection();
  await expect(async () => expect((await listType())?.active).toBe(false)).toPass();
  expect((await listType())?.plans.map(({ active }) => active)).not.toContain(true);
  expect((await listNetwork())?.data_active).toBe(true);

  // No purchase tries the line before it has to.
  await db.execute(sql`update outages set probe_at = now() + interval '1 day' where ended_at is null`);
  const wallets = await readWallets();
  const refused = await callPurchase(first);
  expect([refused.status, refused.body]).toEqual([
    422,
    { message, errors: { status: ["Service unavailable!."] } },
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await readWallets()).toEqual(wallets);

  const paused = new Set((await listOutages(systemCtx)).map(({ typeId }) => typeId));
  for (const line of await listLines(systemCtx))
    if (line.networkId === 1 && !paused.has(line.typeId))
      await changeLine(systemCtx, {
        to: "paused",
        ...line,
        expected: "",
        reason: "the whole network is down",
      });
  expect((await listNetwork())?.data_active).toBe(false);
  for (const { id, probeAt } of await listOutages(systemCtx))
    if (probeAt === null) await resumeLine(systemCtx, { outageId: id, reason: "only one type was down" });

  // The network is back: one purchase tries it, and is delivered.
  await system.upstream.control.clearFaults();
  await db.execute(sql`update outages set probe_at = now() where ended_at is null`);
  const tried = await callPurchase(first);
  expect([tried.status, tried.body.data.Status]).toEqual([200, "successful"]);
  await wakeDetection();
  await expect(async () => expect(await listNetwork()).toEqual(before)).toPass();
  expect((await callPurchase(first)).status).toBe(200);
});
