import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { pushDevices, pushKeys } from "#db/schema/notification";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { seal, unseal } from "#lib/core/seal";
import { createPushKeys, type PushKeys } from "./web-push.ts";

/**
 * Returns the key pair by which push services identify this portal, created once. When it cannot be
 * decrypted any more, because NEXTAUTH_SECRET changed, it is replaced and all devices are removed:
 * they must be added again.
 */
export async function getPushKeys(ctx: Ctx): Promise<PushKeys> {
  const stored = unsealKeys(await readStoredKeys(ctx));
  if (stored) return stored;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('push keys', 0))`);
    const row = await readStoredKeys(tx);
    const concurrent = unsealKeys(row);
    if (concurrent) return concurrent;
    const created = createPushKeys();
    if (row) await tx.db.delete(pushDevices);
    await tx.db.delete(pushKeys);
    await tx.db
      .insert(pushKeys)
      .values({ publicKey: created.publicKey, sealedPrivateKey: seal(created.privateKey, "push keys") });
    return created;
  });
}

async function readStoredKeys({ db }: Ctx) {
  const [row] = await db.select().from(pushKeys);
  return row;
}

function unsealKeys(row: Awaited<ReturnType<typeof readStoredKeys>>): PushKeys | undefined {
  if (!row) return undefined;
  try {
    return { publicKey: row.publicKey, privateKey: unseal(row.sealedPrivateKey, "push keys") };
  } catch (error) {
    log.error("push.sealed", { error });
    return undefined;
  }
}
