import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { checkVariables } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";

/** Calls `work` in the operator's context, and closes the database after it so that the process can end. */
export async function runAsOperator<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  checkVariables(VARIABLES);
  const { db, close } = connect(env().DATABASE_URL, 1);
  try {
    return await work({ actor: { kind: "system", name: "cli" }, db });
  } finally {
    await close();
  }
}
