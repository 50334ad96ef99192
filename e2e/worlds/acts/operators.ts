import { randomUUID } from "node:crypto";
import { z } from "zod";
import { addEndpoints } from "#e2e/chaos/judge-effects";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { modules } from "#lib/modules";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { erasePersonalData } from "#lib/privacy/erase-personal-data";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { closeReseller } from "#lib/reseller/restrict-reseller";
import { checkPurchases } from "#lib/sales/check-purchases";
import { closeDays } from "#lib/sales/close-days";
import { asReseller } from "#lib/testing/scene";
import { asAdmin, REASON } from "./as-admin.ts";
import { createWorldCtx } from "./create-world-ctx.ts";
import type { Wish } from "./resellers.ts";
import { submitTwice } from "./submit-twice.ts";

/** Closes the days that ended, as two processes at once. */
export async function closeEndedDays(): Promise<void> {
  const system = createWorldCtx();
  const prove = async () => (await checkPurchases(system)).findings;
  await submitTwice(() => closeDays(system, prove));
}

/** Pauses the plan type of a plan at a supplier. */
export async function pauseLine(input: { admin: number; supplierId: number; planId: number }): Promise<void> {
  const { admin, supplierId, planId } = input;
  const me = await asAdmin(admin);
  const line = await readRow(me.db, z.object({ networkId: int, typeId: int }))`
    select network_id, type_id from plans where id = ${planId}`;
  await changeLine(me, { supplierId, ...line, expected: "", to: "paused", minutes: "30", reason: REASON });
}

/** Ends all pauses, also automatic ones, twice at once. @returns whether none was left before */
export async function resumeLines({ admin }: { admin: number }): Promise<boolean> {
  const me = await asAdmin(admin);
  const outages = await listOutages(me);
  for (const { id } of outages) await submitTwice(() => resumeLine(me, { outageId: id, reason: REASON }));
  return outages.length === 0;
}

/** Erases the customer of the newest order, and a number that is given. */
export async function eraseCustomer({ admin, phone }: { admin: number; phone: string }): Promise<void> {
  const me = await asAdmin(admin);
  const orders = await readRows(me.db, z.object({ phone: z.string() }))`
    select phone from orders where phone is not null order by id desc limit 1`;
  for (const person of [phone, ...orders.map((order) => order.phone)])
    await submitTwice(() => erasePersonalData(me, { who: person, reason: REASON }, modules));
}

/** Adds a reseller who buys some bundles. @returns their id */
export async function addBuyer({ email, wishes }: { email: string; wishes: Wish[] }): Promise<number> {
  const system = createWorldCtx();
  const id = await seedReseller(system, { email, name: "Buyer", password: TEST_PASSWORD, level: "api" });
  await postCredit(system, { resellerId: id, amount: 500_000n, reason: "start" });
  await addEndpoints(system);
  const buyer = await asReseller(system, id);
  for (const wish of wishes)
    await placePurchase(buyer, { ...wish, ref: `web-${randomUUID()}`, channel: "web", again: true });
  return id;
}

/** Closes a reseller's account, and erases them as far as it is possible now. */
export async function closeAndErase({ admin, email }: { admin: number; email: string }): Promise<void> {
  const me = await asAdmin(admin);
  const [reseller] = await readRows(me.db, z.object({ resellerId: int, version: int }))`
    select r.id as reseller_id, r.version from resellers r join accounts a on a.id = r.id
    where a.email = ${email} and r.state <> 'closed'`;
  if (reseller) await closeReseller(me, { ...reseller, reason: REASON });
  await erasePersonalData(me, { who: email, reason: REASON }, modules);
}
