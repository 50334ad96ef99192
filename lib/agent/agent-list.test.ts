import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { saveMarkup } from "#lib/price-list/save-markup";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { agentList } from "./agent-list.ts";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();

beforeAll(() => turnAgentsOn(at.system));

test("lists a pair with its delivered purchases, for admins alone", async () => {
  const [parent, agent, other] = [await at.reseller(), await at.reseller(), await at.reseller()];
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  await makeAgent(at, parent.id, agent.id);
  const { planId, networkId } = at.offered();
  for (const state of ["successful", "successful", "failed"])
    for (const [id, parentId] of [
      [agent.id, parent.id],
      [other.id, null],
    ])
      await runUnguarded(
        at.system.db,
        sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name,
            size, volume, validity, phone, price, parent_id, commission, cost, wallet_before, wallet_after, state,
            deadline_at, settled_at, settled_by, outcome)
          values ('DT' || upper(substr(md5(random()::text), 1, 16)), ${id}, gen_random_uuid(), 'web', 'affiliate',
            ${planId}, ${networkId}, 'MTN', 'SME', '1', 'GB', '30 Days', '+2348031234567', 31000, ${parentId},
            ${parentId === null ? 0 : 1000}, 28000, 0, 0, ${state}, now(), now(), 'answer', 'seed')`,
      );
  const admin = await at.admin();
  const [row, ...others] = (await agentList.page(admin, { q: "Reseller", state: "active" })).rows;
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ parent: { id: parent.id }, agent: { id: agent.id }, state: "active", inForce: true, shared: [] },
    ...{ bought: 2, amount: 62_000n, commission: 2_000n },
  });
  expect((await Array.fromAsync(agentList.csv(admin, {}))).join("")).toContain('"620.00","20.00"');
  expect((await agentList.page(admin, { state: "ended" })).rows).toEqual([]);
  await expect(agentList.page(parent.ctx, {})).rejects.toMatchObject({ code: "not_found" });
});
