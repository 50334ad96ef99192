import type { CreatedToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { createWorldCtx } from "./create-world-ctx.ts";

/** Renews a token, which stays valid beside its successor for longer than any world lasts. */
export const renewToken = ({ id }: { id: number }): Promise<CreatedToken> =>
  rotateToken(createWorldCtx(), { id, overlapHours: 24 * 30 });
