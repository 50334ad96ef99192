import { createConfirmedSession } from "#lib/account/testing/test-accounts";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { createWorldCtx } from "./create-world-ctx.ts";

export const REASON = "The world said so.";

/** Returns the context of an admin who confirmed their password. */
export async function asAdmin(id: number): Promise<Ctx> {
  const system = createWorldCtx();
  const sessionId = await createConfirmedSession(system, id);
  const actor = {
    kind: "admin",
    id,
    email: "admin@example.com",
    sessionId,
    permissions: ALL_PERMISSIONS,
  } as const;
  return { ...system, actor };
}
