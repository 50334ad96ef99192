import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { parseRows } from "#lib/core/read-rows";
import { parsePhone } from "#lib/core/text/phone";
import { PurchaseBody } from "./requests.ts";

/** A call to buy without a ref: callers without a response repeat it, and can't say that it is the same. */
interface UnnamedCall {
  ctx: Ctx;
  /** Aborted when its caller leaves before the response. */
  signal: AbortSignal;
  body: unknown;
  /** The ref that the portal created for it. */
  ref: string;
}

/** The ref to buy under. */
export interface ResumedCall {
  ref: string;
  /** Whether it is that of an earlier call, whose purchase may exist. */
  isRepeat: boolean;
  /** Ends the repetition: the caller gets the purchase as the response. */
  end(): Promise<void>;
  /** Leaves the repetition to the next call: this one got no definite response. */
  putBack(): Promise<void>;
}

type Mark = { tokenId: number; request: string; ref: string };

/** How long after its caller left a call is taken for a repetition: clients repeat within seconds. */
const REPEATED_WITHIN_S = 120;
/** After so long a repetition that neither ended nor was put back is left to the next call. */
const REPETITION_S = 60;
const RETRY_MS = 1_000;

/** First attempts of this process to write marks: a caller may repeat at once. */
const marking = new Set<Promise<void>>();
/** Marks that the database doesn't take at the moment: this process knows them meanwhile. */
const unwritten = new Set<Mark>();

/**
 * Returns the ref of an identical call without a ref, by the same token, whose caller left before its
 * response; else that of this call. Each such call is repeated until one of its callers gets the purchase as
 * the response. If this caller leaves before the response, the next one is the repetition. See
 * docs/decisions/api.md.
 */
export async function resumeAbandonedCall({ ctx, signal, body, ref }: UnnamedCall): Promise<ResumedCall> {
  const caller = identifyCall(ctx, body);
  if (!caller) return { ref, isRepeat: false, end: async () => {}, putBack: async () => {} };
  await Promise.all(marking);
  const earlier = takeUnwritten(caller) ?? parseRows(Taken, await takeAbandoned(ctx.db, caller))[0]?.ref;
  const mark = { ...caller, ref: earlier ?? ref };
  const onLeave = () => void writeMark(ctx, mark);
  if (signal.aborted) onLeave();
  else signal.addEventListener("abort", onLeave, { once: true });
  const isRepeat = earlier !== undefined;
  return {
    ref: mark.ref,
    isRepeat,
    async end() {
      if (!isRepeat || signal.aborted) return;
      await deleteAbandoned(ctx.db, mark).catch((error: unknown) =>
        log.error("purchase.abandoned_unknown", { ref: mark.ref, error }),
      );
    },
    async putBack() {
      if (isRepeat && !signal.aborted) await writeMark(ctx, mark);
    },
  };
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

function takeUnwritten({ tokenId, request }: Omit<Mark, "ref">): string | undefined {
  const mark = unwritten.values().find((mark) => mark.tokenId === tokenId && mark.request === request);
  if (mark) unwritten.delete(mark);
  return mark?.ref;
}

/** Writes a mark, if need be in the background until it is of no use any more. Never throws. */
async function writeMark(ctx: Ctx, mark: Mark): Promise<void> {
  const attempt = saveAbandoned(ctx.db, mark).then(
    () => log.info("purchase.abandoned", { ref: mark.ref }),
    (error: unknown) => {
      log.error("purchase.abandoned_unknown", { ref: mark.ref, error });
      unwritten.add(mark);
      void retryWriting(ctx, mark);
    },
  );
  marking.add(attempt);
  await attempt;
  marking.delete(attempt);
}

async function retryWriting(ctx: Ctx, mark: Mark): Promise<void> {
  for (let seconds = 0; seconds < REPEATED_WITHIN_S && unwritten.has(mark); seconds += RETRY_MS / 1000) {
    await pause(RETRY_MS, undefined, { ref: false });
    if (!unwritten.has(mark)) return;
    const isWritten = await saveAbandoned(ctx.db, mark).then(
      () => true,
      () => false,
    );
    if (isWritten) break;
  }
  unwritten.delete(mark);
}

/** Marks that ended are deleted with the next one of their token. */
const saveAbandoned = prepareQuery<Mark>(
  ({ tokenId, request, ref }) => sql`
    with ended as (
      delete from abandoned_calls
      where token_id = ${tokenId} and left_at < now() - make_interval(secs => ${REPEATED_WITHIN_S})
    ),
    back as (
      update abandoned_calls set left_at = now()
      where token_id = ${tokenId} and request = ${request} and ref = ${ref}
      returning id
    )
    insert into abandoned_calls (token_id, request, ref)
    select ${tokenId}, ${request}, ${ref}
    where not exists (select from back)`,
);

const Taken = z.object({ ref: z.string() });

/** Takes a mark for the time of its repetition: if the result is lost, the next call repeats it later. */
const takeAbandoned = prepareQuery<Omit<Mark, "ref">>(
  ({ tokenId, request }) => sql`
    update abandoned_calls set left_at = now() + make_interval(secs => ${REPETITION_S})
    where id = (
      select id from abandoned_calls
      where token_id = ${tokenId} and request = ${request}
        and left_at between now() - make_interval(secs => ${REPEATED_WITHIN_S}) and now()
      order by id limit 1 for update skip locked)
    returning ref`,
);

const deleteAbandoned = prepareQuery<Mark>(
  ({ tokenId, request, ref }) => sql`
    delete from abandoned_calls where token_id = ${tokenId} and request = ${request} and ref = ${ref}`,
);
