import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { plans } from "./catalogue.ts";
import { choice, identity, instant, isOneOf, minor } from "./columns.ts";
import { suppliers } from "./supplier.ts";

/** The evidence of a pause: counts of the latest attempts, and the texts of failures, most frequent first. */
export interface OutageEvidence {
  delivered: number;
  failed: number;
  unclear: number;
  since: string;
  texts: { text: string; count: number }[];
}

const lineColumns = () => ({
  supplierId: integer("supplier_id").notNull(),
  networkId: integer("network_id").notNull(),
  typeId: integer("type_id").notNull(),
});

/**
 * Pauses of lines, and admins' orders to keep a line open. A line is a plan type of a network from one
 * supplier; one that has no open row is sold and judged as usual.
 */
export const outages = pgTable(
  "outages",
  {
    id: identity(),
    ...lineColumns(),
    state: choice("state", ["paused", "kept_open"]),
    beganAt: instant("began_at").notNull().defaultNow(),
    /** "system:outages", "admin:3". */
    beganBy: text("began_by").notNull(),
    reason: text("reason").notNull(),
    /** When it ends automatically; null where an admin or a probe ends it. */
    until: instant("until"),
    evidence: jsonb("evidence").$type<OutageEvidence>(),
    /** When one purchase may try a paused line; null where an admin paused it. */
    probeAt: instant("probe_at"),
    /** The delay of the last probe before the next, in seconds. */
    probeDelaySeconds: integer("probe_delay_seconds").notNull().default(0),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by"),
    endReason: text("end_reason"),
  },
  (t) => [
    foreignKey({ name: "outages_supplier", columns: [t.supplierId], foreignColumns: [suppliers.id] }),
    isOneOf("outages_state", t.state),
    check("outages_probe", sql`${t.probeAt} is null or ${t.state} = 'paused'`),
    check("outages_ended", sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
    /** One at a time: of two processes that find the same outage, one writes it. */
    uniqueIndex("outages_open").on(t.supplierId, t.networkId, t.typeId).where(sql`${t.endedAt} is null`),
    index("outages_ended_at").on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
);

/**
 * Plans whose sales pauses stop, as the catalogue in force has it. `openCost`: the lowest cost at a
 * supplier that still delivers the plan; null without one.
 */
export const pausedPlans = pgTable(
  "paused_plans",
  {
    planId: integer("plan_id").primaryKey(),
    since: instant("since").notNull(),
    openCost: minor("open_cost"),
  },
  (t) => [foreignKey({ name: "paused_plans_plan", columns: [t.planId], foreignColumns: [plans.id] })],
);

/** Usual figures of each line, counted each hour, by which a change is noticed. */
export const lineHabits = pgTable(
  "line_habits",
  {
    ...lineColumns(),
    attempts: integer("attempts").notNull(),
    /** The share of attempts that failed by the network's fault or were unclear. */
    failureShare: doublePrecision("failure_share").notNull(),
    /** The share of numbers that are said to be at fault, of them and deliveries. */
    ineligibleShare: doublePrecision("ineligible_share").notNull().default(0.2),
    /** The median and the 99th percentile of the seconds until a delivery; null without any. */
    usualSeconds: doublePrecision("usual_seconds"),
    longSeconds: doublePrecision("long_seconds"),
    countedAt: instant("counted_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.networkId, t.typeId] })],
);

/** An admin's decision whose fault a failure with this text is: the network's or the recipient's. */
export const failureTexts = pgTable(
  "failure_texts",
  {
    /** As `toFailureKey` writes it, without numbers. */
    key: text("key").primaryKey(),
    fault: choice("fault", ["network", "recipient"]),
    decidedBy: text("decided_by").notNull(),
    decidedAt: instant("decided_at").notNull().defaultNow(),
  },
  (t) => [isOneOf("failure_texts_fault", t.fault), check("failure_texts_key", sql`length(${t.key}) <= 160`)],
);
