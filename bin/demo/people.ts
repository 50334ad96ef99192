import { database, inTransaction } from "#db/client";
import { createAdmin } from "#lib/account/admins";
import { createReseller } from "#lib/account/reseller/create";
import type { Ctx } from "#lib/core/context";
import { credit } from "#lib/ledger/adjust";
import type { Person } from "./keys.ts";
import { openDemoShop } from "./shop.ts";

/** 50,000.00 for each reseller to begin with. */
const START_MONEY = 5_000_000n;

/** Puts the demo's people into an empty database, all or none. */
export async function createPeople(people: Person[]): Promise<void> {
  const { db, close } = database();
  const ctx: Ctx = { actor: { kind: "system", name: "demo" }, db };
  try {
    await inTransaction(ctx, async (tx) => {
      for (const person of people) await create(tx, person);
    });
  } finally {
    await close();
  }
}

async function create(ctx: Ctx, { role, ...person }: Person): Promise<void> {
  if (role === "admin") {
    await createAdmin(ctx, person);
    return;
  }
  const { id } = await createReseller(ctx, { ...person, level: role });
  await credit(ctx, { resellerId: id, amount: START_MONEY, reason: "To try the portal with" });
  if (role === "affiliate") {
    const owner: Ctx = {
      ...ctx,
      actor: { kind: "reseller", id, email: person.email, level: role, sessionId: 0 },
    };
    await openDemoShop(owner, person.name);
  }
}
