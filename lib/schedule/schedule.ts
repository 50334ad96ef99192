import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { record } from "#lib/audit/record";
import { current } from "#lib/catalogue/current";
import { planView } from "#lib/catalogue/plan-view";
import { Amount, Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { parsePhone } from "#lib/core/phone";
import { dayOf } from "#lib/core/time";
import { noNumber } from "#lib/purchase/place/recipient";
import { forgetTries, goTo, now, type Schedule, settleDay } from "./day.ts";
import { type Due, dueAfter, dueFrom, type Rhythm } from "./rhythm.ts";

/** The most schedules of one reseller that are not over. */
const MOST_OPEN = 1_000;
/** How far ahead the first day may be. */
const AHEAD = { years: 2 };

const Wanted = z.object({
  /** As a person writes it. */
  phone: z.string().max(40, "That is too long for a number."),
  plan: z.string().regex(/^\d{1,9}$/, "Choose a plan."),
  firstOn: Day,
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 08:00."),
  unit: z.enum(["once", "day", "week", "month"]),
  every: z.coerce.number<string | number>().int().min(1).max(365).default(1),
  /** Empty is for ever. */
  untilOn: z.union([z.literal(""), Day]).default(""),
  /** Nothing is bought above this price; empty is today's. */
  most: z.union([z.literal(""), Amount]),
});

export const MakeScheduleInput = Wanted.extend({ ...PinInput.shape, key: z.uuid() });
export type MakeScheduleInput = z.input<typeof MakeScheduleInput>;
export const ChangeScheduleInput = Wanted.extend({ ...PinInput.shape, id: Id });
export type ChangeScheduleInput = z.input<typeof ChangeScheduleInput>;

/**
 * Has a plan bought for a number by itself, for the acting reseller. Nothing is charged now; their PIN is asked now, as
 * nobody is there later. The same form twice is one.
 * @returns its id. @throws invalid at the field that is wrong; conflict when there are too many; what `requirePin` throws.
 */
export async function makeSchedule(ctx: Ctx, input: MakeScheduleInput): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  const { key, pin, keepPin, ...wanted } = MakeScheduleInput.parse(input);
  await requirePin(ctx, { pin, keepPin });
  return inTransaction(ctx, async (tx) => {
    // Whose row is locked makes one schedule after the other.
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const own = sql`${schedules.resellerId} = ${resellerId}`;
    const [before] = await tx.db
      .select({ id: schedules.id })
      .from(schedules)
      .where(sql`${own} and ${schedules.key} = ${key}`);
    if (before) return before.id;
    const values = await valuesOf(tx, wanted);
    if ((await tx.db.$count(schedules, sql`${own} and ${schedules.state} <> 'ended'`)) >= MOST_OPEN)
      throw new PortalError("conflict", "You have a thousand schedules. End some of them first.");
    const [made] = await tx.db
      .insert(schedules)
      .values({ resellerId, key, ...values })
      .returning();
    if (!made) throw new Error("an insert returns its row");
    await note(tx, made, "made", undefined, factsOf(made));
    return made.id;
  });
}

/**
 * Writes a schedule anew: what it bought stays, and no day is bought twice. One that was paused because of its plan goes on.
 * @throws not_found; invalid; conflict when it is over.
 */
export async function changeSchedule(ctx: Ctx, input: ChangeScheduleInput): Promise<void> {
  const { id, pin, keepPin, ...wanted } = ChangeScheduleInput.parse(input);
  await requirePin(ctx, { pin, keepPin });
  return withOwn(ctx, id, async (tx, before) => {
    if (before.state === "ended") throw over();
    const values = await valuesOf(tx, wanted);
    await forgetTries(tx, before);
    const due = await firstFree(tx, { ...before, ...values });
    if (!due) throw invalid("untilOn", "Then there is no day left. End it instead.");
    const [after] = await tx.db
      .update(schedules)
      .set({
        ...{ ...values, nextOn: due.day, nextAt: due.at, misses: 0, toldOn: null },
        ...(before.pause === "plan" && { state: "active", pause: null }),
      })
      .where(sql`${schedules.id} = ${id}`)
      .returning();
    if (after) await note(tx, after, "changed", factsOf(before), factsOf(after));
  });
}

export const ScheduleInput = z.object({ id: Id });
type ScheduleInput = z.input<typeof ScheduleInput>;

/** Buys nothing until it is told to go on. */
export function pauseSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwn(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") throw over();
    if (schedule.state === "paused") return;
    await tx.db.execute(
      sql`update schedules set state = 'paused', pause = 'asked' where id = ${schedule.id}`,
    );
    await note(tx, schedule, "paused", { state: "active" }, { state: "paused" });
  });
}

/** Goes on with the next day that is still to come; those that passed meanwhile are not bought. */
export function resumeSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwn(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") throw over();
    if (schedule.state === "active") return;
    await forgetTries(tx, schedule);
    await tx.db.execute(
      sql`update schedules set state = 'active', pause = null, misses = 0 where id = ${schedule.id}`,
    );
    await goTo(tx, schedule, await firstFree(tx, schedule));
    await note(tx, schedule, "resumed", { state: "paused" }, { state: "active" });
  });
}

/** `day` is the one that was seen: sent twice, one day is left out. */
export const SkipNextInput = ScheduleInput.extend({ day: Day });

/** Leaves the next day out. */
export function skipNext(ctx: Ctx, input: z.input<typeof SkipNextInput>): Promise<void> {
  const { id, day } = SkipNextInput.parse(input);
  return withOwn(ctx, id, async (tx, schedule) => {
    if (schedule.state === "ended") throw over();
    if (schedule.nextOn !== day) return;
    await settleDay(tx, schedule, { state: "skipped", why: "asked" });
    await goTo(tx, schedule, dueAfter(schedule, day));
    await note(tx, schedule, "skipped", { day }, { day: null });
  });
}

/** Ends a schedule for good. What it bought stays. One that is over already is no error. */
export function endSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwn(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") return;
    await forgetTries(tx, schedule);
    await goTo(tx, schedule, undefined);
    await note(tx, schedule, "ended", { state: schedule.state }, { state: "ended" });
  });
}

/** The next day whose time is not past and that has not become anything yet. */
async function firstFree(tx: Ctx, schedule: Schedule): Promise<Due | undefined> {
  const from = await now(tx);
  const taken = await tx.db.execute<{ day: string }>(
    sql`select day::text from schedule_days where schedule_id = ${schedule.id} and day >= ${dayOf(from)}`,
  );
  const days = new Set(taken.map(({ day }) => day));
  let due = dueFrom(schedule, from);
  while (due && days.has(due.day)) due = dueAfter(schedule, due.day);
  return due;
}

/** Does something with a schedule of the acting reseller, alone with it. @throws not_found for anybody else's. */
function withOwn(ctx: Ctx, id: number, work: (tx: Ctx, schedule: Schedule) => Promise<void>): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const [schedule] = await tx.db
      .select()
      .from(schedules)
      .where(sql`${schedules.id} = ${id} and ${schedules.resellerId} = ${resellerId}`)
      .for("update");
    if (!schedule) throw notFound("schedule");
    await work(tx, schedule);
  });
}

/** The columns that a form becomes. @throws invalid at `phone`, `plan`, `firstOn`, `untilOn`. */
async function valuesOf(ctx: Ctx, { phone: text, plan: planText, most, ...when }: z.output<typeof Wanted>) {
  const { level } = requireReseller(ctx);
  const phone = parsePhone(text);
  if (!phone) throw invalid("phone", noNumber(text));
  const listed = (await current(ctx)).plans.get(Number(planText));
  const plan = listed && planView(listed, level);
  if (!plan) throw invalid("plan", "This plan is not sold now. Choose another one.");
  const { id: planId, networkId, networkName, size, volume, validity } = plan;
  const rhythm = {
    ...when,
    every: when.unit === "day" ? when.every : 1,
    untilOn: when.unit === "once" || when.untilOn === "" ? null : when.untilOn,
  };
  const first = await firstOf(ctx, rhythm);
  const snapshot = {
    planId,
    networkId,
    networkName,
    size,
    volume,
    validity,
    typeName: plan.name ?? plan.typeName,
  };
  return {
    ...rhythm,
    ...snapshot,
    phone,
    most: most === "" ? plan.price : most,
    nextOn: first.day,
    nextAt: first.at,
  };
}

async function firstOf(ctx: Ctx, rhythm: Rhythm): Promise<Due> {
  const from = await now(ctx);
  const due = dueFrom(rhythm, from);
  if (!due) {
    const past = rhythm.untilOn === null || rhythm.untilOn >= rhythm.firstOn;
    throw past
      ? invalid("firstOn", "This is past already. Choose a later day or time.")
      : invalid("untilOn", "This is before the first day.");
  }
  const latest = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO("UTC").add(AHEAD);
  if (due.at.getTime() > latest.epochMilliseconds) throw invalid("firstOn", "At most two years from now.");
  return due;
}

const over = () => new PortalError("conflict", "This schedule is over. Make a new one.");

const factsOf = ({ phone, planId, most, unit, every, firstOn, untilOn, clock }: Schedule) => ({
  ...{ phone, planId, most, unit, every, firstOn, untilOn, clock },
});

const note = (
  ctx: Ctx,
  { id, resellerId }: Schedule,
  what: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
) =>
  record(ctx, { action: `schedule.${what}`, subject: "schedule", subjectId: id, resellerId, before, after });
