import { database } from "#db/client";
import type { Ctx } from "#lib/core/context";

/** How the portal's own background work acts: on the process's pool, under a name for the audit record. */
export function systemCtx(name: string): Ctx {
  return { actor: { kind: "system", name }, db: database().db };
}
