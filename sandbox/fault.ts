import { z } from "zod";
import { Dialect } from "./dialect.ts";
import { Lie } from "./lies.ts";

/** What is sent back. The first group carries the transaction, broken or whole; the rest is canned. */
export const AnswerKind = z.enum([
  ...["normal", "cut", "stall", "huge", "invalid-json"],
  ...["hang", "reset", "close", "empty"],
  ...["server-error", "bad-gateway", "not-found", "html", "redirect", "too-many", "conflict"],
  ...["processing", "provider-text"],
  ...["balance", "daily-limit", "kyc", "negative-wallet", "unavailable", "invalid-plan"],
  ...["unauthorized", "forbidden"],
] as const);
export type AnswerKind = z.infer<typeof AnswerKind>;

/** What really happens: `fail-keep` is a failure that keeps the money; `none` leaves no trace. */
export const Execute = z.enum(["deliver", "fail", "fail-keep", "pending", "none"]);
export type Execute = z.infer<typeof Execute>;

const Ms = z.int().min(0);

/**
 * One fault: when things happen, what really happens, and what is said about it, each on its own.
 * Left-out fields mean "as usual". Times in ms; money in minor units.
 */
export const Fault = z.strictObject({
  /** Wait before executing (a caller that hangs up does not stop the execution). */
  delayMs: Ms.optional(),
  /** Wait after executing, before answering. */
  answerDelayMs: Ms.optional(),
  /** Wait for the control verb `release` before, or after, executing. */
  hold: z.enum(["before", "after"]).optional(),
  execute: Execute.optional(),
  /** Of a pending execution: what it becomes, by itself, after a while. `refund` defaults to true. */
  later: z
    .strictObject({ outcome: z.enum(["deliver", "fail"]), afterMs: Ms, refund: z.boolean().optional() })
    .optional(),
  answer: AnswerKind.optional(),
  /** Overrides the HTTP status of the answer. */
  httpStatus: z.int().min(200).max(599).optional(),
  /** For `too-many`; 2 when left out, no header when null. */
  retryAfterS: z.int().min(0).nullable().optional(),
  /** The provider's text in `api_response`, or in `errors.status` for `provider-text`. */
  text: z.string().optional(),
  /** Really charges this instead of the listed price. */
  chargeMinor: z.bigint().optional(),
  lie: Lie.optional(),
  dialect: Dialect.partial().optional(),
});
export type Fault = z.infer<typeof Fault>;

const carriesTransaction: readonly AnswerKind[] = ["normal", "cut", "stall", "huge", "invalid-json"];

/** What a fault does when it does not say: an answer that tells of a transaction has one behind it. */
export function executeOf(fault: Fault | null): Execute {
  if (fault?.execute) return fault.execute;
  if (fault?.later) return "pending";
  const answer = fault?.answer ?? "normal";
  if (answer === "processing") return "pending";
  if (answer === "provider-text") return "fail";
  return carriesTransaction.includes(answer) ? "deliver" : "none";
}
