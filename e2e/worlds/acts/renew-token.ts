import type { CreatedToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { createSystemCtx } from "#lib/job/start-worker";

/** Renews a token, which stays valid beside its successor for longer than any world lasts. */
export const renewToken = ({ id }: { id: number }): Promise<CreatedToken> =>
  rotateToken(createSystemCtx("world"), { id, overlapHours: 24 * 30 });
