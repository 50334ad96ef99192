import { database } from "#db/client";
import type { Ctx } from "#lib/core/context";

/** Lends `work` the operator's context, and closes the database after it so that the process can end. */
export async function withOperator<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { db, close } = database();
  try {
    return await work({ actor: { kind: "system", name: "cli" }, db });
  } finally {
    await close();
  }
}
