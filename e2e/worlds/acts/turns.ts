import { z } from "zod";
import { liftRestriction } from "#lib/account/reseller/change-reseller";
import { int, readRows } from "#lib/core/read-rows";
import { restrictReseller } from "#lib/reseller/restrict-reseller";
import { turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";
import { asAdmin, REASON } from "./as-admin.ts";
import { submitTwice } from "./submit-twice.ts";

const Versioned = z.object({ id: int, version: int });

/** Turns a supplier off, twice at once. The portal keeps the last one on. */
export async function turnOff(input: { admin: number; supplierId: number }): Promise<void> {
  const me = await asAdmin(input.admin);
  const [supplier] = await readRows(me.db, Versioned)`
    select id, version from suppliers where id = ${input.supplierId} and enabled`;
  if (supplier) await submitTwice(() => turnSupplierOff(me, { ...supplier, reason: REASON }));
}

/** Restricts a reseller, twice at once. */
export async function restrict(input: { admin: number; resellerId: number }): Promise<void> {
  const me = await asAdmin(input.admin);
  const [reseller] = await readRows(me.db, Versioned)`
    select id, version from resellers where id = ${input.resellerId} and state = 'active'`;
  if (!reseller) return;
  const change = { resellerId: reseller.id, version: reseller.version, reason: REASON };
  await submitTwice(() => restrictReseller(me, change));
}

/** Turns all suppliers on and lifts all restrictions, twice at once. @returns whether none was left before */
export async function turnBack({ admin }: { admin: number }): Promise<boolean> {
  const me = await asAdmin(admin);
  const off = await readRows(me.db, Versioned)`select id, version from suppliers where not enabled`;
  const restricted = await readRows(me.db, Versioned)`
    select id, version from resellers where state = 'restricted'`;
  for (const supplier of off) await submitTwice(() => turnSupplierOn(me, { ...supplier, reason: REASON }));
  for (const { id, version } of restricted)
    await submitTwice(() => liftRestriction(me, { resellerId: id, version, reason: REASON }));
  return off.length + restricted.length === 0;
}
