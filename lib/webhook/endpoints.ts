import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookEndpoints } from "#db/schema/webhook";
import { requireConfirmed } from "#lib/account/password/confirm";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { checkUrl } from "#lib/core/public-address";
import { seal } from "#lib/core/sealed";

const MOST = 5;
const Event = z.enum(["purchases", "plans", "announcements"]);

export const AddEndpointInput = z.object({
  url: z.string("Type an address.").trim().min(1, "Type an address.").max(1000, "This address is too long."),
  events: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z.array(Event, "Choose at least one.").min(1, "Choose at least one."),
  ),
});
export type AddEndpointInput = z.input<typeof AddEndpointInput>;

export interface AddedEndpoint {
  id: number;
  url: string;
  /** Signs its messages; shown only this once. */
  secret: string;
}

/** Adds an address to which messages about purchases and plans are sent. @throws invalid at `url`; forbidden below level `api`; conflict. */
export async function addEndpoint(ctx: Ctx, input: AddEndpointInput): Promise<AddedEndpoint> {
  const { id: resellerId, level } = requireReseller(ctx);
  if (level !== "api") throw new PortalError("forbidden", "Webhooks come with the API level.");
  const { url: typed, events } = AddEndpointInput.parse(input);
  const url = await checkUrl(typed);
  await requireConfirmed(ctx);
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const mine = and(eq(webhookEndpoints.resellerId, resellerId), isNull(webhookEndpoints.removedAt));
    if ((await tx.db.$count(webhookEndpoints, mine)) >= MOST) {
      throw new PortalError("conflict", `There are ${MOST} addresses. Remove one first.`);
    }
    const [row] = await tx.db
      .insert(webhookEndpoints)
      .values({ resellerId, url, events, sealedSecret: seal(secret) })
      .returning({ id: webhookEndpoints.id });
    if (!row) throw new Error("A webhook's address was not written.");
    await record(tx, {
      action: "webhook.added",
      subject: "webhook",
      subjectId: row.id,
      resellerId,
      after: { url, events },
    });
    return { id: row.id, url, secret };
  });
}

export const EndpointId = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type EndpointId = z.input<typeof EndpointId>;

/** Removes an address; messages that wait for it are given up. @throws not_found */
export async function removeEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = EndpointId.parse(input);
  await inTransaction(ctx, async (tx) => {
    const mine = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.resellerId, resellerId));
    const [removed] = await tx.db
      .update(webhookEndpoints)
      .set({ removedAt: sql`now()` })
      .where(and(mine, isNull(webhookEndpoints.removedAt)))
      .returning({ url: webhookEndpoints.url });
    if (!removed) throw notFound("address");
    await notify(tx.db, "webhook");
    await record(tx, {
      action: "webhook.removed",
      subject: "webhook",
      subjectId: id,
      resellerId,
      before: removed,
    });
  });
}
