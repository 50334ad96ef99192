import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import { PortalError } from "./error.ts";
import { type HelperAccess, type HelperPermission, permitsAccess } from "./helper-permission.ts";
import type { Level } from "./level.ts";
import { PERMISSIONS, type Permission } from "./permission.ts";
import type { AgentTerms } from "./price-list/price-terms.ts";

export { LEVELS, type Level } from "./level.ts";

/** The database, or the caller's transaction. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

/** The result, and the time up to which the replica was complete; undefined if the primary was read. */
export interface Reading<T> {
  value: T;
  asOf: Date | undefined;
}

/** Runs a read on the replica, and where that can't be used on the primary: it may run on both. */
export type ReadReplica = <T>(work: (db: Db) => Promise<T>) => Promise<Reading<T>>;

/** The account or process that acts. Ids are those of `accounts`; a reseller's id is its account's. */
export type Actor =
  | {
      kind: "reseller";
      id: number;
      email: string;
      level: Level;
      /** Present while a parent's price for agents is what they pay (`getPriceTerms`). */
      agent?: AgentTerms | undefined;
      sessionId: number;
    }
  | { kind: "admin"; id: number; email: string; sessionId: number; permissions: readonly Permission[] }
  | {
      kind: "token";
      id: number;
      email: string;
      level: Level;
      agent?: AgentTerms | undefined;
      tokenId: number;
      test: boolean;
    }
  | {
      /** A person who sells for a reseller, whose wallet pays. */
      kind: "helper";
      id: number;
      resellerId: number;
      email: string;
      /** The reseller's. */
      level: Level;
      agent?: AgentTerms | undefined;
      sessionId: number;
      permissions: readonly HelperPermission[];
    }
  | { kind: "customer"; resellerId: number }
  | { kind: "system"; name: string }
  | { kind: "visitor" };

/** The context of a service function: its actor, network address, and database or transaction. */
export interface Ctx {
  readonly actor: Actor;
  readonly db: Db;
  /** The caller's network address, where there is one. */
  readonly address?: string | undefined;
  /** Aborts when the caller has left, for work that is then dropped. */
  readonly signal?: AbortSignal | undefined;
  /** Reads what may be a minute old; absent where everything is read from `db`. */
  readonly readReplica?: ReadReplica | undefined;
}

type Reseller = Extract<Actor, { kind: "reseller" }>;

/** A helper who acts for a reseller: the id is the reseller's. */
export type Seller = Pick<
  Extract<Actor, { kind: "helper" }>,
  "kind" | "email" | "level" | "agent" | "sessionId"
> & {
  id: number;
  helperId: number;
};

export type Buyer = Extract<Actor, { kind: "reseller" | "token" }> | Seller;

/** Creates a context of background work for a reseller, without a session that could confirm a password. */
export function actForReseller(
  ctx: Ctx,
  {
    id,
    email,
    level,
    agent,
  }: Pick<Buyer, "id" | "email" | "level"> & { agent: AgentTerms | null | undefined },
) {
  return {
    ...ctx,
    actor: { kind: "reseller", id, email, level, agent: agent ?? undefined, sessionId: 0 },
  } as const satisfies Ctx;
}

/**
 * Returns the acting reseller, by session or token, or a helper where the function is open to them.
 * @throws not_found for others: they learn nothing.
 */
export function requireBuyer(ctx: Ctx): Extract<Buyer, { kind: "reseller" | "token" }>;
export function requireBuyer(ctx: Ctx, helpers: HelperAccess): Buyer;
export function requireBuyer(ctx: Ctx, helpers?: HelperAccess): Buyer {
  if (ctx.actor.kind === "reseller" || ctx.actor.kind === "token") return ctx.actor;
  return requireSeller(ctx, helpers);
}

/**
 * Returns the acting reseller with a session. A function is closed to helpers unless it names what opens it
 * to them; then `id` is that of their reseller.
 * @throws not_found for others.
 */
export function requireReseller(ctx: Ctx): Reseller;
export function requireReseller(ctx: Ctx, helpers: HelperAccess): Reseller | Seller;
export function requireReseller(ctx: Ctx, helpers?: HelperAccess): Reseller | Seller {
  return ctx.actor.kind === "reseller" ? ctx.actor : requireSeller(ctx, helpers);
}

function requireSeller(ctx: Ctx, helpers: HelperAccess | undefined): Seller {
  if (ctx.actor.kind !== "helper" || !helpers || !mayHelp(ctx, helpers)) throw deniedError(ctx);
  const { kind, id: helperId, resellerId: id, email, level, agent, sessionId } = ctx.actor;
  return { kind, id, helperId, email, level, agent, sessionId };
}

/** Whether the actor is a reseller, or a helper with this permission. For parts of a page. */
export function mayHelp({ actor }: Ctx, access: HelperAccess): boolean {
  if (actor.kind !== "helper") return actor.kind === "reseller";
  return permitsAccess(actor.permissions, access);
}

/**
 * Whether the reseller's price and wallet are hidden from the actor, a helper who sees selling prices only.
 */
export const isCostHidden = (ctx: Ctx): boolean => ctx.actor.kind === "helper" && !mayHelp(ctx, "cost");

/**
 * Returns the acting admin whose role has this permission, or the operator's commands. Every service
 * function for admins calls it.
 * @throws forbidden for other admins, not_found for others.
 */
export function requireAdmin(
  ctx: Ctx,
  permission: Permission = "see",
): Extract<Actor, { kind: "admin" | "system" }> {
  if (ctx.actor.kind === "system") return ctx.actor;
  if (ctx.actor.kind !== "admin") throw deniedError(ctx);
  if (hasPermission(ctx, permission)) return ctx.actor;
  const message = `Your role doesn’t include this permission: ${PERMISSIONS[permission].toLowerCase()}. Nothing was done. Ask an owner.`;
  throw new PortalError("forbidden", message, { facts: { permission } });
}

/** Whether the actor has an admin's permission, for parts of a page. Service functions use `requireAdmin`. */
export function hasPermission({ actor }: Ctx, permission: Permission): boolean {
  return actor.kind === "system" || (actor.kind === "admin" && actor.permissions.includes(permission));
}

/** Returns the signed-in reseller or admin. @throws unauthenticated for visitors, not_found for tokens. */
export function requireUser(ctx: Ctx): Extract<Actor, { kind: "reseller" | "admin" }> {
  if (ctx.actor.kind === "reseller" || ctx.actor.kind === "admin") return ctx.actor;
  throw deniedError(ctx);
}

/** The person who is signed in: the id is that of their own account. */
export type Person = Extract<Actor, { kind: "reseller" | "admin" | "helper" }>;

/**
 * Returns the signed-in person, also a helper, for functions about their own sign-in.
 * @throws unauthenticated for visitors, not_found for tokens.
 */
export function requireSelf(ctx: Ctx): Person {
  return ctx.actor.kind === "helper" ? ctx.actor : requireUser(ctx);
}

/**
 * Returns the reader of a view that resellers and admins share: a reseller with a session, an admin with the
 * permission `see`, or the operator's commands.
 * @throws forbidden for an admin without it, not_found for others
 */
export function requireReader(ctx: Ctx): Extract<Actor, { kind: "reseller" | "admin" | "system" }> {
  return ctx.actor.kind === "reseller" ? ctx.actor : requireAdmin(ctx);
}

/** Returns the actor of background work. @throws not_found for others. */
export function requireSystem(ctx: Ctx): Extract<Actor, { kind: "system" }> {
  if (ctx.actor.kind === "system") return ctx.actor;
  throw deniedError(ctx);
}

/** Formats an actor for the audit record: "admin:3", "token:8", "system:dispatch". */
export function formatActor(actor: Actor): string {
  switch (actor.kind) {
    case "reseller":
    case "admin":
    case "helper":
      return `${actor.kind}:${actor.id}`;
    case "token":
      return `token:${actor.tokenId}`;
    case "customer":
      return `customer:${actor.resellerId}`;
    case "system":
      return `system:${actor.name}`;
    case "visitor":
      return "visitor";
  }
}

function deniedError(ctx: Ctx): PortalError {
  if (ctx.actor.kind === "visitor")
    return new PortalError("unauthenticated", "You’re signed out. Sign in first.");
  return new PortalError("not_found", "This page doesn’t exist.");
}
