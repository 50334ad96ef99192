import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookEndpoints } from "#db/schema/webhook";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { validatePublicUrl } from "#lib/core/network/public-address";
import { seal } from "#lib/core/seal";

const MAX_ENDPOINTS = 5;
const NO_URL = "Enter an address, for example https://shop.example/hook.";
/** Live events, or those of test mode. */
const EndpointMode = z.enum(["live", "test"], "Choose live or test events.");
const EventGroup = z.enum(["purchases", "plans", "announcements"]);

export const AddEndpointInput = z.object({
  url: z.string(NO_URL).trim().min(1, NO_URL).max(1000, "This address is too long."),
  events: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z.array(EventGroup, "Choose at least one.").min(1, "Choose at least one."),
  ),
  mode: EndpointMode.default("live"),
});
export type AddEndpointInput = z.input<typeof AddEndpointInput>;

export interface AddedEndpoint {
  id: number;
  url: string;
  /** Signs its events; shown only once. */
  secret: string;
}

/**
 * Adds an address to which events are sent: those of live mode, or those of test mode.
 * @throws invalid at `url`; forbidden below level `api`; conflict.
 */
export async function addEndpoint(ctx: Ctx, input: AddEndpointInput): Promise<AddedEndpoint> {
  const { id: resellerId, level } = requireReseller(ctx);
  if (level !== "api") throw new PortalError("forbidden", "Webhooks are available at the API level.");
  const { url: typed, events, mode } = AddEndpointInput.parse(input);
  const url = await validatePublicUrl(typed);
  await requireConfirmation(ctx);
  const secret = createSecret();
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const active = and(eq(webhookEndpoints.resellerId, resellerId), isNull(webhookEndpoints.removedAt));
    if ((await tx.db.$count(webhookEndpoints, active)) >= MAX_ENDPOINTS) {
      throw new PortalError(
        "conflict",
        `You have ${MAX_ENDPOINTS} webhooks, which is the maximum. Remove one first.`,
      );
    }
    const [row] = await tx.db
      .insert(webhookEndpoints)
      .values({
        resellerId,
        url,
        events,
        test: mode === "test",
        sealedSecret: seal(secret, "webhook secrets"),
      })
      .returning({ id: webhookEndpoints.id });
    if (!row) throw new Error("The webhook endpoint was not saved.");
    await recordAudit(tx, {
      action: "webhook.added",
      subject: "webhook",
      subjectId: row.id,
      resellerId,
      after: { url, events, mode },
    });
    return { id: row.id, url, secret };
  });
}

/** Creates a secret as Standard Webhooks writes it. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export const RemoveEndpointInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemoveEndpointInput = z.input<typeof RemoveEndpointInput>;

/** Removes an endpoint; deliveries that wait for it fail. @throws not_found */
export async function removeEndpoint(ctx: Ctx, input: RemoveEndpointInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = RemoveEndpointInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const owned = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.resellerId, resellerId));
    const [removed] = await tx.db
      .update(webhookEndpoints)
      .set({ removedAt: sql`now()` })
      .where(and(owned, isNull(webhookEndpoints.removedAt)))
      .returning({ url: webhookEndpoints.url });
    if (!removed) throw notFoundError("webhook");
    await notify(tx.db, "lane", "webhooks");
    await recordAudit(tx, {
      action: "webhook.removed",
      subject: "webhook",
      subjectId: id,
      resellerId,
      before: removed,
    });
  });
}
