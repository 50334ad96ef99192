import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { halfSignIns, rememberedDevices } from "#db/schema/access";
import { accounts, resellers } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { forgiveTry, takeTry } from "../throttle.ts";
import { Code, refuseCode, type Tried, takeCode } from "../two-factor/code.ts";
import { bucketsOf, knownAs } from "./known.ts";
import { noteRefusedSignIn } from "./note-refused.ts";
import { Browser, hashSecret, newSecret, openSession, type Person, personActor } from "./session.ts";
import type { SignedIn } from "./sign-in.ts";

/** The field of the code. */
const FIELD = "oneTimeCode";

export const FinishSignInInput = z.object({
  /** The secret that `signIn` gave to this browser. */
  half: z.string().max(100),
  [FIELD]: Code,
  /** "This device needs no code for 30 days." */
  remember: z.literal("yes").optional(),
  browser: Browser.optional(),
});
export type FinishSignInInput = z.input<typeof FinishSignInInput>;

/**
 * The second step of signing in: with a right code the half that this very browser was given becomes a session, once.
 * @returns as `signIn` does, with the secret by which the browser is known from now on where it is to need no code.
 * @throws conflict when the half is over or another browser's; invalid or rate_limited at `oneTimeCode`
 */
export async function finishSignIn(
  ctx: Ctx,
  input: FinishSignInInput,
): Promise<SignedIn & { secret: string; device: string | undefined }> {
  const { half, oneTimeCode, remember, browser } = FinishSignInInput.parse(input);
  const account = await openHalf(ctx, { half, device: browser?.device });
  if (!account) throw isOver();
  const { bucket, address } = bucketsOf(ctx, `code of ${account.id}`, account);
  await takeTry(ctx, address ? [bucket, address] : [bucket], FIELD);
  const device = remember ? newSecret() : browser?.device;
  const done = await inTransaction(ctx, async (tx): Promise<Exclude<Tried, "right"> | string> => {
    await holdHalf(tx, account.id, half);
    const tried = await takeCode(asOwner(tx, account), account, oneTimeCode);
    if (tried !== "right") return tried;
    await forgiveTry(tx, bucket, address);
    await tx.db
      .update(halfSignIns)
      .set({ endedAt: sql`now()` })
      .where(eq(halfSignIns.hash, hashSecret(half)));
    if (remember && device) await rememberDevice(asOwner(tx, account), account, device, browser?.agent);
    return openSession(tx, account, { ...browser, ...(device && { device }) });
  });
  if (done === "wrong" || done === "used") {
    log.warn("sign-in.code_refused", { address: ctx.address, account: account.id, tried: done });
    noteRefusedSignIn(ctx, account);
    throw refuseCode(done, FIELD);
  }
  const { role, passwordGenerated } = account;
  return { secret: done, half: null, role, passwordGenerated, device };
}

/** Who has given the password and not yet a code, in this browser; undefined when that is over. */
export async function openHalf(ctx: Ctx, { half, device }: { half: string; device: string | undefined }) {
  const hash = device === undefined ? null : hashSecret(device);
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      passwordGenerated: accounts.passwordGenerated,
      level: resellers.level,
      ...knownAs(ctx, hash),
    })
    .from(halfSignIns)
    .innerJoin(accounts, eq(accounts.id, halfSignIns.accountId))
    .leftJoin(resellers, eq(resellers.id, accounts.id))
    .where(and(isOpen(half), sql`${halfSignIns.deviceHash} is not distinct from ${hash}`));
  return account && { ...account, device: account.knownDevice && hash ? hash : undefined };
}

const isOpen = (half: string) =>
  and(
    eq(halfSignIns.hash, hashSecret(half)),
    isNull(halfSignIns.endedAt),
    gt(halfSignIns.expiresAt, sql`now()`),
  );

/** The account before its half, as by whoever changes its password or closes it at this moment. */
async function holdHalf(ctx: Ctx, accountId: number, half: string): Promise<void> {
  const held = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
    .for("share");
  const open = await ctx.db
    .select({ id: halfSignIns.id })
    .from(halfSignIns)
    .where(isOpen(half))
    .for("update");
  if (held.length === 0 || open.length === 0) throw isOver();
}

const asOwner = (ctx: Ctx, person: Person): Ctx => ({ ...ctx, actor: personActor(person, 0) });

async function rememberDevice(ctx: Ctx, person: Person, device: string, agent: string | undefined) {
  const [row] = await ctx.db
    .insert(rememberedDevices)
    .values({
      accountId: person.id,
      deviceHash: hashSecret(device),
      agent: agent?.slice(0, 300),
      expiresAt: sql`now() + interval '30 days'`,
    })
    .returning({ id: rememberedDevices.id });
  await record(ctx, {
    action: "device.remembered",
    subject: "device",
    subjectId: row?.id ?? 0,
    resellerId: person.role === "reseller" ? person.id : undefined,
  });
}

function isOver(): PortalError {
  return new PortalError("conflict", "This took too long, or was begun elsewhere. Sign in once more.");
}
