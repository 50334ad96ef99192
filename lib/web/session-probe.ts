import { cookies } from "next/headers";
import { readSession } from "#lib/account/session/read";
import type { Ctx } from "#lib/core/context";
import { openCookie, sessionCookie } from "./cookie.ts";

/** A question that can be asked again long after the request: is the session that made it still open? */
export async function sessionProbe(ctx: Ctx): Promise<() => Promise<boolean>> {
  const secret = await openCookie((await cookies()).get(sessionCookie().name)?.value);
  return async () =>
    secret !== undefined && (await readSession(ctx, secret, { byItself: true })) !== undefined;
}
