import { sql } from "drizzle-orm";
import { database } from "#db/client";
import { log } from "#lib/core/log";

const PATIENCE_MS = 2000;

/** Whether the database answers one cheap query within two seconds. */
export async function isHealthy(): Promise<boolean> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_, reject) => {
    patience.addEventListener("abort", () => reject(patience.reason), { once: true });
  });
  try {
    await Promise.race([database().db.execute(sql`select 1`), late]);
    return true;
  } catch (error) {
    log.error("health.failed", { error });
    return false;
  }
}
