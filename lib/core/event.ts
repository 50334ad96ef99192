import type { Ctx } from "./context.ts";

/** A fact that other modules follow. */
export interface PortalEvent {
  id: number;
  /** "purchase.settled": a key of `events` in a `module.ts`. */
  kind: string;
  /** The purchase's ident, or the id of the row. */
  subject: string;
  resellerId: number | null;
  facts: Readonly<Record<string, unknown>>;
  at: Date;
}

/**
 * Writes the effects of some events, in their order. It is part of a transaction that makes them once: it
 * waits for statements of `ctx` alone, and sends nothing.
 */
export type EventHandler = (ctx: Ctx, events: readonly PortalEvent[]) => Promise<unknown>;

/** Handlers by the kind of event. Kinds with the same handler come in one call, in the order of the events. */
export type EventHandlers = Readonly<Record<string, EventHandler>>;

export interface EventFollower {
  name: string;
  handlers: EventHandlers;
}
