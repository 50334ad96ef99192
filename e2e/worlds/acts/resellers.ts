import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createConfirmedSession } from "#lib/account/testing/test-accounts";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import type { Ctx } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { agreeToPurchaseMessage } from "#lib/message/shop-messages";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { buyWithPin } from "#lib/purchase/place/buy-with-pin";
import { parseRecipient } from "#lib/purchase/place/offer";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { createSchedule } from "#lib/schedule/manage-schedule";
import { asReseller } from "#lib/testing/scene";
import { createWorldCtx } from "./create-world-ctx.ts";
import type { HelperOfWorld } from "./set-up.ts";

/** One bundle for one number. */
export interface Wish {
  planId: number;
  networkId: number;
  phone: string;
}

/** Starts a batch of some bundles. */
export async function runBatch({ reseller, wishes }: { reseller: number; wishes: Wish[] }): Promise<void> {
  const buyer = await asReseller(createWorldCtx(), reseller);
  const lines = wishes.map(({ planId, phone }) => ({ number: phone, plan: String(planId), note: "" }));
  const id = await createBatchDraft(buyer, { key: randomUUID(), lines });
  const { version } = await getBatch(buyer, { id });
  await startBatch(buyer, { id, version });
}

/** Has a bundle bought each day from now on, until tomorrow. */
export async function schedule({ reseller, wish }: { reseller: number; wish: Wish }): Promise<void> {
  const buyer = await asReseller(createWorldCtx(), reseller);
  const then = Temporal.Now.zonedDateTimeISO("Africa/Lagos").add({ minutes: 1 });
  await createSchedule(buyer, {
    ...{ key: randomUUID(), phone: wish.phone, plan: String(wish.planId), maxPrice: "" },
    ...{ firstOn: then.toPlainDate().toString(), clock: then.toPlainTime().toString().slice(0, 5) },
    ...{ unit: "day", untilOn: dayOf(new Date(Date.now() + 86_400_000)) },
  });
}

/** Buys as a helper does in the browser, twice with one form. */
export async function buyAsHelper({ helper, wish }: { helper: HelperOfWorld; wish: Wish }): Promise<void> {
  const system = createWorldCtx();
  const employer = await asReseller(system, helper.resellerId);
  const { level, agent } = employer.actor as Extract<Ctx["actor"], { kind: "reseller" }>;
  const sessionId = await createConfirmedSession(system, helper.id);
  const actor = { ...helper, kind: "helper", level, agent, sessionId, permissions: [] } as const;
  const form = { ...wish, ref: `web-${randomUUID()}`, channel: "web", again: true } as const;
  await Promise.all([1, 2].map(() => placePurchase({ ...system, actor }, form)));
}

/** Buys in the browser for a customer who wants a message about it, twice with one form. */
export async function buyWithMessage({ reseller, wish }: { reseller: number; wish: Wish }): Promise<void> {
  const buyer = await asReseller(createWorldCtx(), reseller);
  const form = { ...wish, ref: `web-${randomUUID()}`, again: true };
  const chooseMessage = () => agreeToPurchaseMessage(buyer, parseRecipient(wish.phone));
  await Promise.all([1, 2].map(() => buyWithPin(buyer, { ...form, chooseMessage })));
}

/** Has the buyers who are asked for an advance return it or keep it, both at once; one of them counts. */
export async function answerAdvances(): Promise<void> {
  const system = createWorldCtx();
  const awaiting = await readRows(system.db, z.object({ ident: z.string(), reseller: z.coerce.number() }))`
    select ident, reseller_id as reseller from purchases where advance = 'awaiting_consent' order by id limit 3`;
  for (const { ident, reseller } of awaiting) {
    const buyer = await asReseller(system, reseller);
    const answers = Math.random() < 0.5 ? [repayAdvance, keepAdvance] : [keepAdvance, repayAdvance];
    await Promise.allSettled(answers.map((answer) => answer(buyer, { ident })));
  }
}
