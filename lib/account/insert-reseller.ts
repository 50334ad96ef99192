import { resellers } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Ctx, Level } from "#lib/core/context";
import { type Credentials, insertAccount } from "./create-account.ts";

export interface NewReseller {
  email: string;
  name: string;
  level: Level;
}

/** Writes a reseller's rows and their audit record. Part of its caller's transaction. @throws conflict at `email` */
export async function insertReseller(
  ctx: Ctx,
  { email, name, level }: NewReseller,
  credentials: Credentials,
  reason?: string,
): Promise<number> {
  const id = await insertAccount(ctx, "reseller", { email, name }, credentials);
  await ctx.db.insert(resellers).values({ id, level });
  await record(ctx, {
    action: "reseller.created",
    subject: "account",
    subjectId: id,
    resellerId: id,
    reason,
    after: { email, name, level },
  });
  return id;
}
