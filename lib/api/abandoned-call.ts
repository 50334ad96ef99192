import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { parsePhone } from "#lib/core/text/phone";
import { PurchaseBody } from "./requests.ts";

/** A call to buy without a ref: callers without a response repeat it, and can't say that it is the same. */
export interface UnnamedCall {
  ctx: Ctx;
  /** Aborted when its caller leaves before the response. */
  signal: AbortSignal;
  body: unknown;
  /** The ref that the portal created for it. */
  ref: string;
}

/** How long after its caller left a call is taken for a repetition: clients repeat within seconds. */
const REPEATED_WITHIN_S = 120;

/** Marks of this process that are being written: a caller may repeat at once. */
const marking = new Set<Promise<void>>();

/**
 * Returns the ref of an identical call without a ref, by the same token, whose caller left before its
 * response; else that of this call. Each such call is repeated once. If this caller leaves before the
 * response, too, the next one is the repetition. See docs/decisions/api.md.
 */
export async function resumeAbandonedCall({ ctx, signal, body, ref }: UnnamedCall): Promise<string> {
  const caller = identifyCall(ctx, body);
  if (!caller) return ref;
  await Promise.all(marking);
  const [earlier] = await takeAbandoned(ctx.db, caller);
  const resumed = earlier?.ref ?? ref;
  const onLeave = () => mark(ctx, { ...caller, ref: resumed });
  if (signal.aborted) onLeave();
  else signal.addEventListener("abort", onLeave, { once: true });
  return resumed;
}

/** Identifies a call by its token and a hash of its order; undefined when it can't buy anything. */
function identifyCall({ actor }: Ctx, body: unknown) {
  const order = PurchaseBody.safeParse(body);
  const phone = order.success ? parsePhone(order.data.mobile_number) : undefined;
  if (actor.kind !== "token" || !order.success || !phone) return undefined;
  const { plan, network } = order.data;
  const request = createHash("sha256").update(`${plan} ${network} ${phone}`).digest("base64url");
  return { tokenId: actor.tokenId, request };
}

function mark(ctx: Ctx, call: { tokenId: number; request: string; ref: string }): void {
  const insertion = insertAbandoned(ctx.db, call)
    .then(() => log.info("purchase.abandoned", { ref: call.ref }))
    .catch((error: unknown) => log.error("purchase.abandoned_unknown", { ref: call.ref, error }))
    .finally(() => marking.delete(insertion));
  marking.add(insertion);
}

/** Marks that ended are deleted with the next one of their token. */
const insertAbandoned = prepareQuery<{ tokenId: number; request: string; ref: string }, unknown>(
  ({ tokenId, request, ref }) => sql`
    with ended as (
      delete from abandoned_calls
      where token_id = ${tokenId} and left_at < now() - make_interval(secs => ${REPEATED_WITHIN_S}))
    insert into abandoned_calls (token_id, request, ref) values (${tokenId}, ${request}, ${ref})`,
);

const takeAbandoned = prepareQuery<{ tokenId: number; request: string }, { ref: string }>(
  ({ tokenId, request }) => sql`
    delete from abandoned_calls where id = (
      select id from abandoned_calls
      where token_id = ${tokenId} and request = ${request}
        and left_at > now() - make_interval(secs => ${REPEATED_WITHIN_S})
      order by id limit 1 for update skip locked)
    returning ref`,
);
