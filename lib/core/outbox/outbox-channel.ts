import type { SQL } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** A message that this process alone may send now. */
export interface Delivery {
  id: number;
  messageId: string;
  target: string;
  accountId: number | null;
  type: string;
  subject: string;
  body: string | null;
  sealed: string | null;
  createdAt: Date;
  /** The number of this attempt, from 1. */
  attempts: number;
  /** The reason why nothing may be sent to its target any more. */
  ended: string | null;
  /** Whether its target failed or was slow at the last attempt. */
  slow: boolean;
  /** Until when this process holds it; identifies the claim. */
  claimedUntil: string;
}

export interface AttemptResult {
  /** The reason why it was not delivered, in a few words; undefined when it was. */
  problem?: string | undefined;
  httpStatus?: number | undefined;
  tookMs?: number;
  /** The beginning of the response, where its owner reads it. */
  responseText?: string | undefined;
  hopeless?: boolean;
  /** The id that a provider gave a message that it accepted. */
  receipt?: string;
}

/** A channel of the outbox, where it differs from the others. */
export interface OutboxChannel {
  name: "webhooks" | "mail" | "pushes" | "alerts" | "messages";
  /** How many deliveries one process sends at once, each to another target. */
  slots: number;
  /** As many more to slow targets, which use none of the others. */
  slowSlots?: number;
  /** How many targets of one account are sent to at once. */
  perAccount?: { prompt: number; slow: number };
  /** A claim lasts this long, in ms: longer than any attempt. */
  leaseMs: number;
  /**
   * Seconds to wait after each failed attempt; the last repeats until the delivery expires, if it ever does.
   */
  pausesS: readonly number[];
  /**
   * Builds a query of a target's state: `slow`, `failing` (its newest delivery goes first), `paused_until`,
   * and `ended`, why nothing may be sent there any more.
   */
  targetState?(target: SQL): SQL;
  /** The condition that a delivery `d` may be sent now. */
  may?(d: SQL): SQL;
  /** The condition that a delivery `d` is sent after all others. */
  late?(d: SQL): SQL;
  /** Attempts a delivery once. Failures are results, not errors. */
  send(delivery: Delivery): Promise<AttemptResult>;
  /** Records what an attempt says of its target, in the transaction that records the attempt. */
  recordTarget?(tx: Ctx, delivery: Delivery, result: AttemptResult): Promise<void>;
}
