import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { MOVEMENT_KINDS, PRICED_KINDS, reconciling, secondAdminRules } from "#db/schema/reconcile";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { decimalText, type Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { record } from "./record.ts";
import { orPropose, type Waiting } from "./second-admin.ts";
import type { MovementKind } from "./second-admin-limits.ts";

/** When movements of one kind wait for another admin; sums in minor units. */
export type KindRule = Omit<typeof secondAdminRules.$inferSelect, "kind">;

export interface SecondAdminRules {
  /** The common sum: one movement above it waits, where its kind says nothing else. */
  above: Minor;
  kinds: Record<MovementKind, KindRule>;
  /** Counts changes. */
  version: number;
}

/** What needs a second admin. Admins only. */
export async function readSecondAdminRules(ctx: Ctx): Promise<SecondAdminRules> {
  requireAdmin(ctx);
  const [common] = await ctx.db
    .select({ above: reconciling.secondAdminAbove, version: reconciling.secondAdminVersion })
    .from(reconciling);
  if (!common) throw new Error("the row of settings is missing");
  const set = new Map(
    (await ctx.db.select().from(secondAdminRules)).map(({ kind, ...rule }) => [kind, rule]),
  );
  return { ...common, kinds: ofKinds((kind) => set.get(kind) ?? { single: "common", own: null, day: null }) };
}

function ofKinds<T>(of: (kind: MovementKind) => T): Record<MovementKind, T> {
  return Object.fromEntries(MOVEMENT_KINDS.map((kind) => [kind, of(kind)])) as Record<MovementKind, T>;
}

/** From which sum on one movement of a kind may wait. "Never" is only for what nobody types a sum for. */
export const singlesOf = (kind: MovementKind): readonly KindRule["single"][] =>
  (PRICED_KINDS as readonly string[]).includes(kind)
    ? ["common", "own", "always", "never"]
    : ["common", "own", "always"];

const Sum = z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable()).default(null);
type Single = z.ZodDefault<z.ZodType<KindRule["single"], KindRule["single"]>>;
type Fields = Record<`${MovementKind}Single`, Single> &
  Record<`${MovementKind}Own` | `${MovementKind}Day`, typeof Sum>;
const FIELDS = Object.fromEntries(
  MOVEMENT_KINDS.flatMap((kind) => [
    [`${kind}Single`, z.enum(singlesOf(kind), "Please choose one of those offered.").default("common")],
    [`${kind}Own`, Sum],
    [`${kind}Day`, Sum],
  ]),
) as Fields;

export const SecondAdminRulesInput = z
  .object({ above: Amount, ...FIELDS, version: z.coerce.number<string | number>().int(), reason: Reason })
  .superRefine((input, check) => {
    for (const kind of MOVEMENT_KINDS)
      if (input[`${kind}Single`] === "own" && input[`${kind}Own`] === null)
        check.addIssue({ code: "custom", path: [`${kind}Own`], message: "Write the sum." });
  });
export type SecondAdminRulesInput = z.input<typeof SecondAdminRulesInput>;

/**
 * Changes what needs a second admin. What protects less waits for one itself; what protects more does not. Owners only.
 * @throws invalid at a sum; conflict when it changed meanwhile
 */
export async function changeSecondAdminRules(
  ctx: Ctx,
  asked: SecondAdminRulesInput,
): Promise<Waiting | undefined> {
  requireAdmin(ctx, "staff");
  const input = SecondAdminRulesInput.parse(asked);
  return inTransaction(ctx, async (tx) => {
    const [before, after] = [await locked(tx), rulesOf(input)];
    if (!protectsLess(before, after)) return applySecondAdminRules(tx, asked);
    const { above, reason } = input;
    const facts = { before: factsOf(before), after: factsOf(after) };
    const change = {
      kind: "settings" as const,
      amount: above,
      reason,
      about: "rules",
      subject: ABOUT,
      facts,
    };
    return orPropose(tx, { ...change, input: { change: "rules", ...asText(input) } }, (tx) =>
      applySecondAdminRules(tx, asked),
    );
  });
}

const ABOUT = { subject: "second_admin", subjectId: "rules" };

/** Changes them; the caller has checked the rights. Part of its transaction. @throws conflict when they changed meanwhile */
export async function applySecondAdminRules(ctx: Ctx, asked: unknown): Promise<undefined> {
  const input = SecondAdminRulesInput.parse(asked);
  const { kinds, above } = rulesOf(input);
  const before = await locked(ctx);
  if (before.version !== input.version) throw await changedMeanwhile(ctx, ABOUT);
  await ctx.db
    .update(reconciling)
    .set({ secondAdminAbove: above, secondAdminVersion: sql`${reconciling.secondAdminVersion} + 1` });
  await ctx.db
    .insert(secondAdminRules)
    .values(MOVEMENT_KINDS.map((kind) => ({ kind, ...kinds[kind] })))
    .onConflictDoUpdate({
      target: secondAdminRules.kind,
      set: { single: sql`excluded.single`, own: sql`excluded.own`, day: sql`excluded.day` },
    });
  await record(ctx, {
    ...{ ...ABOUT, action: "second_admin.rules", reason: input.reason },
    ...{ before: factsOf(before), after: factsOf({ above, kinds }) },
  });
}

async function locked(ctx: Ctx): Promise<SecondAdminRules> {
  await ctx.db.execute(sql`select from reconciling for update`);
  return readSecondAdminRules(ctx);
}

type Rules = Omit<SecondAdminRules, "version">;

function rulesOf(input: z.output<typeof SecondAdminRulesInput>): Rules {
  return {
    above: input.above,
    kinds: ofKinds((kind) => {
      const single = input[`${kind}Single`];
      return { single, own: single === "own" ? input[`${kind}Own`] : null, day: input[`${kind}Day`] };
    }),
  };
}

/** The same as JSON, to be read again when another confirms it. */
function asText(input: z.output<typeof SecondAdminRulesInput>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === "bigint" ? decimalText(value) : value,
    ]),
  );
}

/** Whether there is anything that one admin could do alone afterwards, and cannot now. */
function protectsLess(before: Rules, after: Rules): boolean {
  return (
    after.above > before.above ||
    MOVEMENT_KINDS.some(
      (kind) =>
        isMore(atOnce(before, kind), atOnce(after, kind)) ||
        isMore(before.kinds[kind].day, after.kinds[kind].day),
    )
  );
}

/** Null is without end. */
const isMore = (before: Minor | null, after: Minor | null) =>
  before !== null && (after === null || after > before);

function atOnce({ above, kinds }: Rules, kind: MovementKind): Minor | null {
  const { single, own } = kinds[kind];
  if (single === "common") return above;
  return single === "own" ? own : single === "always" ? 0n : null;
}

/** What people read of them: the common sum, and what is otherwise for a kind. */
function factsOf({ above, kinds }: Rules): Record<string, unknown> {
  return Object.fromEntries([
    ["secondAdminAbove", String(above)],
    ...MOVEMENT_KINDS.flatMap((kind) => {
      const { single, own, day } = kinds[kind];
      return [
        ...(single === "common" ? [] : [[kind, single]]),
        ...(own === null ? [] : [[`${kind}Above`, String(own)]]),
        ...(day === null ? [] : [[`${kind}DayLimit`, String(day)]]),
      ];
    }),
  ]);
}
