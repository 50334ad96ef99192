import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { noticeChoices } from "#db/schema/notice";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requirePerson } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { lowBelow, setLowBelow } from "#lib/ledger/wallet";
import { sendsMail } from "#lib/mail/write-mail";
import { EVENT_NAMES, eventsOf, type NoticeEvent, ruleOf } from "./events.ts";

const WAYS = ["portal", "mail", "push"] as const;
export type Way = (typeof WAYS)[number];

/** How somebody wants to be told of an event. */
export type Choice = Record<Way, boolean>;

/** What was chosen, or how it is unless somebody chose. What is about safety always comes by portal and mail. */
export function choiceOf(event: NoticeEvent, chosen: Choice | undefined): Choice {
  const { mail, push, always } = ruleOf(event);
  const choice = chosen ?? { portal: true, mail, push };
  return always ? { ...choice, portal: true, mail: true } : choice;
}

/** The choices of an account, by event. Part of its caller's transaction. */
export async function choicesOf(ctx: Ctx, accountId: number): Promise<Map<string, Choice>> {
  const rows = await ctx.db.select().from(noticeChoices).where(eq(noticeChoices.accountId, accountId));
  return new Map(rows.map(({ event, portal, mail, push }) => [event, { portal, mail, push }]));
}

export interface NoticeSettings {
  events: { event: NoticeEvent; label: string; note?: string | undefined; always: boolean; choice: Choice }[];
  /** The ways that can be chosen. */
  ways: readonly Way[];
  /** Below this the acting reseller hears that money runs low, in minor units; null is never. */
  lowBelow: Minor | null;
}

/** How one wants to be told of what. */
export async function noticeSettings(ctx: Ctx): Promise<NoticeSettings> {
  const { id, kind } = requirePerson(ctx);
  const chosen = await choicesOf(ctx, id);
  return {
    events: eventsOf(kind).map((event) => {
      const { label, note, always = false } = ruleOf(event);
      return { event, label, note, always, choice: choiceOf(event, chosen.get(event)) };
    }),
    ways: WAYS.filter((way) => way !== "mail" || sendsMail()),
    lowBelow: kind === "reseller" ? await lowBelow(ctx) : null,
  };
}

/** One, several, or none: as a form sends boxes of one name. */
const some = <T extends [string, ...string[]]>(names: T) =>
  z.union([z.enum(names).array(), z.enum(names).transform((one) => [one])]).default([]);

export const ChooseNoticesInput = z.object({
  /** What could be chosen; the rest stays as it is. */
  ways: some([...WAYS]),
  portal: some(EVENT_NAMES),
  mail: some(EVENT_NAMES),
  push: some(EVENT_NAMES),
  /** An amount; empty is never. */
  lowBelow: z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable()).default(null),
});
export type ChooseNoticesInput = z.input<typeof ChooseNoticesInput>;

/** Chooses by which of the `ways` one is told of each event: those named, and no other. @throws invalid at `lowBelow` */
export async function chooseNotices(ctx: Ctx, input: ChooseNoticesInput): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  const { lowBelow: low, ways, ...ticked } = ChooseNoticesInput.parse(input);
  const events = eventsOf(kind);
  await inTransaction(ctx, async (tx) => {
    const chosen = await choicesOf(tx, id);
    const before = new Map(events.map((event) => [event, choiceOf(event, chosen.get(event))]));
    const after = new Map(
      events.map((event) => {
        const asked = ways.map((way) => [way, ticked[way].includes(event)] as const);
        return [event, choiceOf(event, { ...(before.get(event) as Choice), ...Object.fromEntries(asked) })];
      }),
    );
    await tx.db
      .insert(noticeChoices)
      .values([...after].map(([event, choice]) => ({ accountId: id, event, ...choice })))
      .onConflictDoUpdate({
        target: [noticeChoices.accountId, noticeChoices.event],
        set: { portal: sql`excluded.portal`, mail: sql`excluded.mail`, push: sql`excluded.push` },
      });
    const isReseller = kind === "reseller";
    const lowBefore = isReseller ? await lowBelow(tx) : null;
    if (isReseller) await setLowBelow(tx, low);
    await record(tx, {
      action: "notices.chosen",
      subject: "account",
      subjectId: id,
      resellerId: isReseller ? id : undefined,
      before: { ...(isReseller && { lowBelow: lowBefore }), ...inWords(before) },
      after: { ...(isReseller && { lowBelow: low }), ...inWords(after) },
    });
  });
}

/** "portal, mail" by event, as the history keeps it. */
const inWords = (choices: Map<NoticeEvent, Choice>) =>
  Object.fromEntries(
    [...choices].map(([event, choice]) => [event, WAYS.filter((way) => choice[way]).join(", ") || "none"]),
  );
