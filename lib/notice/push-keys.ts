import { sql } from "drizzle-orm";
import webPush from "web-push";
import { inTransaction } from "#db/client";
import { pushDevices, pushKeys } from "#db/schema/notice";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { seal, unseal } from "#lib/core/sealed";

export interface Keys {
  publicKey: string;
  privateKey: string;
}

/**
 * The pair of keys by which push services know this portal, made once. When they cannot be read any more, because
 * NEXTAUTH_SECRET changed, no device can be reached by them: there are new ones, and devices have to be added anew.
 */
export async function keysOfPortal(ctx: Ctx): Promise<Keys> {
  const found = readKeys(await stored(ctx));
  if (found) return found;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('push keys', 0))`);
    const row = await stored(tx);
    const meanwhile = readKeys(row);
    if (meanwhile) return meanwhile;
    const made = webPush.generateVAPIDKeys();
    if (row) await tx.db.delete(pushDevices);
    await tx.db.delete(pushKeys);
    await tx.db
      .insert(pushKeys)
      .values({ publicKey: made.publicKey, sealedPrivateKey: seal(made.privateKey, "push keys") });
    return made;
  });
}

async function stored({ db }: Ctx) {
  const [row] = await db.select().from(pushKeys);
  return row;
}

function readKeys(row: Awaited<ReturnType<typeof stored>>): Keys | undefined {
  if (!row) return undefined;
  try {
    return { publicKey: row.publicKey, privateKey: unseal(row.sealedPrivateKey, "push keys") };
  } catch (error) {
    log.error("push.sealed", { error });
    return undefined;
  }
}
