import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { saveMarkup } from "#lib/price-list/save-markup";
import { deliverPurchase } from "#lib/testing/deliver-purchase";
import { openScene } from "#lib/testing/open-scene";
import { agentReport } from "./agent-report.ts";
import { explainAgentPrice } from "./explain-agent-price.ts";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const { db } = system;
const admin = await at.admin();
const { planId } = at.offered();
let parent: { id: number; ctx: Ctx };
let agent: { id: number; ctx: Ctx };

beforeAll(() => turnAgentsOn(system));
beforeEach(async () => {
  [parent, agent] = [await at.reseller("top_user"), await at.reseller("smart_earner")];
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  agent.ctx = await makeAgent(at, parent.id, agent.id);
});

const explain = () => explainAgentPrice(admin, { resellerId: agent.id, planId });

test("explains the price that placing charges line by line", async () => {
  const first = await explain();
  expect(first.lines.map(({ amount }) => amount).slice(1)).toEqual([
    first.price === null ? null : first.price - first.commission,
    first.price,
  ]);
  expect(first).toMatchObject({
    parent: expect.stringMatching(/^Reseller /),
    reason: null,
    commission: 1_000n,
  });
  await saveMarkup(parent.ctx, { kind: "percent", value: "50", audience: "agents" });
  const capped = await explain();
  expect(capped.lines.at(-1)).toEqual({
    label: "Lowered to the operator’s highest margin",
    amount: capped.price,
  });
  const level = await explainAgentPrice(admin, { resellerId: parent.id, planId });
  expect(level).toMatchObject({ parent: null, commission: 0n });
  for (const ctx of [parent.ctx, agent.ctx])
    await expect(explainAgentPrice(ctx, { resellerId: agent.id, planId })).rejects.toMatchObject({
      code: "not_found",
    });
});

test("reports by parent what agents bought, to admins alone", async () => {
  const ids = [await deliverPurchase(at, agent.ctx), await deliverPurchase(at, agent.ctx)];
  await deliverPurchase(at, parent.ctx);
  const { rows } = await agentReport.page(admin);
  const [sums] = await db.execute(sql`
    select sum(price) as paid, sum(commission) as commission from purchases where id in ${ids}`);
  const line = rows.find(({ id }) => id === parent.id);
  expect(line).toMatchObject({
    agents: 1,
    delivered: 2,
    paid: BigInt(String(sums?.paid)),
    commission: 2_000n,
  });
  expect((line?.sales ?? 0n) + 2_000n).toBe(line?.paid);
  expect(line?.margin).toBe((line?.sales ?? 0n) - (line?.cost ?? 0n));
  const file = (await Array.fromAsync(agentReport.csv(admin))).join("");
  expect(file).toMatch(new RegExp(`^"${parent.id}","Reseller \\d+","1","2","[\\d.]+","20.00",`, "m"));
  expect((await agentReport.page(admin, { from: "2020-01-01", to: "2020-01-31" })).rows).toEqual([]);
  await expect(agentReport.page(parent.ctx)).rejects.toMatchObject({ code: "not_found" });
});
