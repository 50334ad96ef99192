import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { createFromTemplate, dropDatabase, testDatabaseUrl } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";

/** A portal with purchases, delivered and queued, whose backups go to a folder of its own. */
export interface BackupScene extends Scene {
  dir: string;
  buyer: Ctx;
  /** Places a purchase. @returns its ident */
  buy(): Promise<string>;
  /** Creates a database without tables. */
  createEmpty(): Promise<string>;
  /** Creates a migrated database without accounts, which is equivalent and faster. */
  createBlank(): Promise<string>;
}

/** Opens a scene whose sealed backups are the newest two. @param variables of another store */
export async function openBackupScene(variables: Record<string, string> = {}): Promise<BackupScene> {
  const dir = mkdtempSync(join(tmpdir(), "portal-backups-"));
  const made: string[] = [];
  const at = await scene({
    BACKUP_TO: dir,
    BACKUP_KEEP: "2",
    BACKUP_KEY: "a-key-of-at-least-thirty-two-characters",
    ...variables,
  });
  const buyer = (await at.reseller()).ctx;
  const buy = async () => {
    const order = { ref: randomUUID(), phone: "08031234567", channel: "web", again: true } as const;
    return (await placePurchase(buyer, { ...order, ...at.offered() })).purchase.ident;
  };
  const dispatcher = runDispatcher(at.system);
  for (let n = 0; n < 5; n++) await waitUntilSettled(buyer, await buy(), TEST_TIMEOUT_MS);
  await dispatcher.stop();
  await buy();
  const nameDatabase = () => {
    const name = `test_restored_${randomUUID().slice(0, 8)}`;
    made.push(name);
    return name;
  };
  return {
    ...at,
    dir,
    buyer,
    buy,
    createEmpty: () => ensureDatabase(testDatabaseUrl(nameDatabase())),
    createBlank: () => createFromTemplate(nameDatabase()),
    async close() {
      for (const name of made) await dropDatabase(name);
      rmSync(dir, { recursive: true });
      await at.close();
    },
  };
}

/** Runs work in a database, as the portal itself. */
export async function runInside<T>(url: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, 1);
  return work({ actor: { kind: "system", name: "test" }, db }).finally(close);
}

export async function* asPieces(...pieces: Buffer[]) {
  yield* pieces;
}
