import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { recordAudit } from "#lib/audit/record-audit";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { requirePlanOffer } from "#lib/catalogue/plan-offer";
import { toPlanIdentity } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Amount } from "#lib/core/money/amount";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { readRows } from "#lib/core/read-rows";
import { describeInvalidNumber, parsePhone } from "#lib/core/text/phone";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";
import {
  deleteWaitingOccurrences,
  getDatabaseTime,
  type Schedule,
  setNextOccurrence,
  settleOccurrence,
} from "./occurrence.ts";
import { getOccurrenceAfter, getOccurrenceFrom, type Occurrence, type Recurrence } from "./recurrence.ts";

const MAX_OPEN_SCHEDULES = 1_000;
/** From today to the first day. */
const MAX_LEAD_TIME = { years: 2 };

const ScheduleFields = z.object({
  /** As the reseller writes it; parsed into E.164. */
  phone: z
    .string()
    .max(40, "This phone number is too long.")
    .transform((text, check) => {
      const phone = parsePhone(text);
      if (phone) return phone;
      check.addIssue(describeInvalidNumber(text));
      return z.NEVER;
    }),
  plan: z.string().regex(/^\d{1,9}$/, "Choose a plan."),
  firstOn: Day,
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 08:00."),
  unit: z.enum(["once", "day", "week", "month"]),
  every: z.coerce.number<string | number>().int().min(1).max(365).default(1),
  /** Empty for no end. */
  untilOn: z.union([z.literal(""), Day]).default(""),
  /** The maximum price; empty for today's price. */
  maxPrice: z.union([z.literal(""), Amount]),
});

export const CreateScheduleInput = ScheduleFields.extend({ ...PinInput.shape, key: z.uuid() });
export type CreateScheduleInput = z.input<typeof CreateScheduleInput>;
export const ChangeScheduleInput = ScheduleFields.extend({ ...PinInput.shape, id: Id });
export type ChangeScheduleInput = z.input<typeof ChangeScheduleInput>;

/**
 * Creates a schedule that buys a plan for a number automatically. Nothing is charged now, but the PIN is
 * required now, because the reseller is absent later. The same form twice creates one schedule.
 * @returns its id. @throws invalid at a field; conflict when there are too many; the errors of `requirePin`.
 */
export async function createSchedule(ctx: Ctx, input: CreateScheduleInput): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  const { key, pin, keepPin, ...wanted } = CreateScheduleInput.parse(input);
  const earlier = await findScheduleByKey(ctx, resellerId, key);
  if (earlier !== undefined) return earlier;
  await requirePin(ctx, { pin, keepPin });
  return inTransaction(ctx, async (tx) => {
    // Serialises the schedules of one reseller, so that the limit and the key hold.
    await tx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
    const before = await findScheduleByKey(tx, resellerId, key);
    if (before !== undefined) return before;
    const values = await buildScheduleValues(tx, wanted);
    const open = and(eq(schedules.resellerId, resellerId), ne(schedules.state, "ended"));
    if ((await tx.db.$count(schedules, open)) >= MAX_OPEN_SCHEDULES)
      throw new PortalError("conflict", "You already have 1,000 schedules. End some of them first.");
    const [made] = await tx.db
      .insert(schedules)
      .values({ resellerId, key, ...values })
      .returning();
    if (!made) throw new Error("an insert returns its row");
    await recordScheduleAction(tx, made, "made", undefined, toAuditFacts(made));
    return made.id;
  });
}

async function findScheduleByKey(ctx: Ctx, resellerId: number, key: string): Promise<number | undefined> {
  const [same] = await ctx.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.resellerId, resellerId), eq(schedules.key, key)));
  return same?.id;
}

/**
 * Changes a schedule. Past purchases stay, and no day is bought twice. Resumes a schedule
 * paused because of its plan.
 * @throws not_found; invalid; conflict when it has ended.
 */
export async function changeSchedule(ctx: Ctx, input: ChangeScheduleInput): Promise<void> {
  const { id, pin, keepPin, ...wanted } = ChangeScheduleInput.parse(input);
  await requirePin(ctx, { pin, keepPin });
  return withOwnSchedule(ctx, id, async (tx, before) => {
    if (before.state === "ended") throw createScheduleEndedError();
    const values = await buildScheduleValues(tx, wanted);
    await deleteWaitingOccurrences(tx, before);
    const due = await findFreeOccurrence(tx, { ...before, ...values });
    if (!due)
      throw invalidError(
        "untilOn",
        "This schedule buys nothing up to this end date. Choose a later date, or end the schedule.",
      );
    const [after] = await tx.db
      .update(schedules)
      .set({
        ...values,
        nextOn: due.day,
        nextAt: due.at,
        misses: 0,
        notifiedOn: null,
        ...(before.pause === "plan" && { state: "active", pause: null }),
      })
      .where(sql`${schedules.id} = ${id}`)
      .returning();
    if (after) await recordScheduleAction(tx, after, "changed", toAuditFacts(before), toAuditFacts(after));
  });
}

export const ScheduleInput = z.object({ id: Id });
type ScheduleInput = z.input<typeof ScheduleInput>;

/** Pauses a schedule until its owner resumes it. */
export function pauseSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwnSchedule(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") throw createScheduleEndedError();
    if (schedule.state === "paused") return;
    await tx.db.execute(
      sql`update schedules set state = 'paused', pause = 'requested' where id = ${schedule.id}`,
    );
    await recordScheduleAction(tx, schedule, "paused", { state: "active" }, { state: "paused" });
  });
}

/** Resumes a schedule at its next future day; days that passed during the pause are not bought. */
export function resumeSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwnSchedule(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") throw createScheduleEndedError();
    if (schedule.state === "active") return;
    await deleteWaitingOccurrences(tx, schedule);
    await tx.db.execute(
      sql`update schedules set state = 'active', pause = null, misses = 0 where id = ${schedule.id}`,
    );
    await setNextOccurrence(tx, schedule, await findFreeOccurrence(tx, schedule));
    await recordScheduleAction(tx, schedule, "resumed", { state: "paused" }, { state: "active" });
  });
}

/** `day` is the one that the reseller saw, so that a form sent twice skips one day. */
export const SkipNextOccurrenceInput = ScheduleInput.extend({ day: Day });

export function skipNextOccurrence(ctx: Ctx, input: z.input<typeof SkipNextOccurrenceInput>): Promise<void> {
  const { id, day } = SkipNextOccurrenceInput.parse(input);
  return withOwnSchedule(ctx, id, async (tx, schedule) => {
    if (schedule.state === "ended") throw createScheduleEndedError();
    if (schedule.nextOn !== day) return;
    await settleOccurrence(tx, schedule, { state: "skipped", reason: "requested" });
    await setNextOccurrence(tx, schedule, getOccurrenceAfter(schedule, day));
    await recordScheduleAction(tx, schedule, "skipped", { day }, { day: null });
  });
}

/** Ends a schedule permanently; does nothing if it has already ended. Past purchases stay. */
export function endSchedule(ctx: Ctx, input: ScheduleInput): Promise<void> {
  return withOwnSchedule(ctx, ScheduleInput.parse(input).id, async (tx, schedule) => {
    if (schedule.state === "ended") return;
    await deleteWaitingOccurrences(tx, schedule);
    await setNextOccurrence(tx, schedule, undefined);
    await recordScheduleAction(tx, schedule, "ended", { state: schedule.state }, { state: "ended" });
  });
}

/** Finds the next future day without a result. */
async function findFreeOccurrence(tx: Ctx, schedule: Schedule): Promise<Occurrence | undefined> {
  const from = await getDatabaseTime(tx);
  const occurrences = await readRows(tx.db, z.object({ day: z.string() }))`
      select day::text
      from schedule_occurrences
      where schedule_id = ${schedule.id} and day >= ${dayOf(from)}`;
  const days = new Set(occurrences.map(({ day }) => day));
  let due = getOccurrenceFrom(schedule, from);
  while (due && days.has(due.day)) due = getOccurrenceAfter(schedule, due.day);
  return due;
}

/** Runs `work` on a locked schedule of the acting reseller. @throws not_found for another account's. */
function withOwnSchedule(ctx: Ctx, id: number, work: (tx: Ctx, schedule: Schedule) => Promise<void>) {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const [schedule] = await tx.db
      .select()
      .from(schedules)
      .where(sql`${schedules.id} = ${id} and ${schedules.resellerId} = ${resellerId}`)
      .for("update");
    if (!schedule) throw notFoundError("schedule");
    await work(tx, schedule);
  });
}

/** Builds the columns of a schedule from a form. @throws invalid at `plan`, `firstOn`, `untilOn`. */
async function buildScheduleValues(
  ctx: Ctx,
  { phone, plan: planText, maxPrice, ...when }: z.output<typeof ScheduleFields>,
) {
  const terms = getPriceTerms(requireReseller(ctx));
  const { plan, price } = requirePlanOffer(await getCatalogue(ctx), Number(planText), terms);
  const { id: planId, networkId, networkName, typeName, name, size, volume, validity } = toPlanIdentity(plan);
  const recurrence = {
    ...when,
    every: when.unit === "day" ? when.every : 1,
    untilOn: when.unit === "once" || when.untilOn === "" ? null : when.untilOn,
  };
  const first = await findFirstOccurrence(ctx, recurrence);
  const snapshot = {
    planId,
    networkId,
    networkName,
    size,
    volume,
    validity,
    typeName: name ?? typeName,
  };
  return {
    ...recurrence,
    ...snapshot,
    phone,
    // A network’s small rises don’t skip a purchase.
    maxPrice: maxPrice === "" ? price + price / 20n : maxPrice,
    nextOn: first.day,
    nextAt: first.at,
  };
}

async function findFirstOccurrence(ctx: Ctx, recurrence: Recurrence): Promise<Occurrence> {
  const from = await getDatabaseTime(ctx);
  const due = getOccurrenceFrom(recurrence, from);
  if (!due) {
    const past = recurrence.untilOn === null || recurrence.untilOn >= recurrence.firstOn;
    throw past
      ? invalidError("firstOn", "This time has passed. Choose a later date or time.")
      : invalidError("untilOn", "The end date is before the start date.");
  }
  const latest = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO("UTC")
    .add(MAX_LEAD_TIME);
  if (due.at.getTime() > latest.epochMilliseconds)
    throw invalidError("firstOn", "Choose a date within 2 years.");
  return due;
}

const createScheduleEndedError = () =>
  new PortalError("conflict", "This schedule has ended. Create a new one.");

const toAuditFacts = ({ phone, planId, maxPrice, unit, every, firstOn, untilOn, clock }: Schedule) => ({
  phone,
  planId,
  maxPrice,
  unit,
  every,
  firstOn,
  untilOn,
  clock,
});

const recordScheduleAction = (
  ctx: Ctx,
  { id, resellerId }: Schedule,
  what: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
) =>
  recordAudit(ctx, {
    action: `schedule.${what}`,
    subject: "schedule",
    subjectId: id,
    resellerId,
    before,
    after,
  });
