import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { webhookEndpoints, webhookPreviousSecrets } from "#db/schema/webhook";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { seal } from "#lib/core/seal";
import { createSecret } from "./endpoints.ts";
import { findEndpoint } from "./send-manually.ts";

/** How many replaced secrets of an endpoint may sign beside its own. */
const MAX_PREVIOUS = 3;

export const RotateSecretInput = z.object({
  id: Id,
  /** Hours for which the replaced secret signs beside the new one; 0 ends it at once. */
  overlapHours: z.coerce
    .number<string | number>("Choose for how long.")
    .min(0, "Choose for how long.")
    .max(24 * 7, "7 days at most."),
});
export type RotateSecretInput = z.input<typeof RotateSecretInput>;

/**
 * Replaces the secret of an endpoint. Until the overlap is over, each delivery is signed with the new and the
 * replaced ones; secrets that were replaced before end no later.
 * @returns the new secret, shown only once
 * @throws not_found; conflict when too many replaced ones still sign
 */
export async function rotateSecret(ctx: Ctx, input: RotateSecretInput): Promise<{ secret: string }> {
  const { id, overlapHours } = RotateSecretInput.parse(input);
  await findEndpoint(ctx, id);
  await requireConfirmation(ctx);
  const secret = createSecret();
  return inTransaction(ctx, async (tx) => {
    // Rotations of an endpoint follow each other: each replaces what the one before created.
    await tx.db.execute(sql`select from webhook_endpoints where id = ${id} for no key update`);
    const { resellerId, sealedSecret, url } = await findEndpoint(tx, id);
    const { endpointId, validUntil } = webhookPreviousSecrets;
    const until = sql`now() + make_interval(secs => ${overlapHours * 3600})`;
    const signing = and(eq(endpointId, id), gt(validUntil, sql`now()`));
    await tx.db
      .update(webhookPreviousSecrets)
      .set({ validUntil: sql`least(${validUntil}, ${until})` })
      .where(signing);
    if (overlapHours > 0) {
      if ((await tx.db.$count(webhookPreviousSecrets, signing)) >= MAX_PREVIOUS)
        throw new PortalError("conflict", `${MAX_PREVIOUS} old secrets still work. End one of them first.`);
      await tx.db.insert(webhookPreviousSecrets).values({ endpointId: id, sealedSecret, validUntil: until });
    }
    await tx.db
      .update(webhookEndpoints)
      .set({ sealedSecret: seal(secret, "webhook secrets"), rotatedAt: sql`now()` })
      .where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, {
      ...{ action: "webhook.rotated", subject: "webhook", subjectId: id, resellerId },
      after: { url, overlapHours },
    });
    return { secret };
  });
}

export const EndSecretInput = z.object({ id: Id });
export type EndSecretInput = z.input<typeof EndSecretInput>;

/** Ends a replaced secret now. @throws not_found, also when it has ended */
export async function endSecret(ctx: Ctx, input: EndSecretInput): Promise<void> {
  const { id } = EndSecretInput.parse(input);
  const { id: resellerId } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const previous = webhookPreviousSecrets;
    const owner = sql`(
      select ${webhookEndpoints.resellerId}
      from ${webhookEndpoints}
      where ${webhookEndpoints.id} = ${previous.endpointId})`;
    const [ended] = await tx.db
      .update(previous)
      .set({ validUntil: sql`now()` })
      .where(and(eq(previous.id, id), gt(previous.validUntil, sql`now()`), sql`${owner} = ${resellerId}`))
      .returning({ endpointId: previous.endpointId });
    if (!ended) throw notFoundError("secret");
    await recordAudit(tx, {
      ...{ action: "webhook.secret_ended", subject: "webhook", subjectId: ended.endpointId, resellerId },
    });
  });
}
