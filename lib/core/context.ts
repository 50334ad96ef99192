import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import { PortalError } from "./error.ts";
import { PERMISSIONS, type Permission } from "./permission.ts";

/** The database, or the transaction a verb was called in. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

export type Level = "smart_earner" | "affiliate" | "top_user" | "api";
export const LEVELS: readonly Level[] = ["smart_earner", "affiliate", "top_user", "api"];

/** Who acts. Ids are those of `accounts`; a reseller's id is its account's. */
export type Actor =
  | { kind: "reseller"; id: number; email: string; level: Level; sessionId: number }
  | { kind: "admin"; id: number; email: string; sessionId: number; permissions: readonly Permission[] }
  | { kind: "token"; id: number; email: string; level: Level; tokenId: number; test: boolean }
  | { kind: "customer"; resellerId: number }
  | { kind: "system"; name: string }
  | { kind: "visitor" };

/** What every verb is given: who acts, where from, and the database or transaction to act in. */
export interface Ctx {
  readonly actor: Actor;
  readonly db: Db;
  /** The caller's network address, where there is one. */
  readonly address?: string | undefined;
}

export type Buyer = Extract<Actor, { kind: "reseller" | "token" }>;

/** The reseller who acts, in person or by a token. @throws not_found: others learn nothing. */
export function requireBuyer(ctx: Ctx): Buyer {
  if (ctx.actor.kind === "reseller" || ctx.actor.kind === "token") return ctx.actor;
  throw denied(ctx);
}

/** The reseller who acts in person. @throws not_found for anyone else. */
export function requireReseller(ctx: Ctx): Extract<Actor, { kind: "reseller" }> {
  if (ctx.actor.kind === "reseller") return ctx.actor;
  throw denied(ctx);
}

/**
 * The admin who acts and whose role has this permission, or the operator's own commands. Every verb of the desk asks it,
 * whatever the page before showed. @throws forbidden for other admins, not_found for anyone else.
 */
export function requireAdmin(
  ctx: Ctx,
  permission: Permission = "see",
): Extract<Actor, { kind: "admin" | "system" }> {
  if (ctx.actor.kind === "system") return ctx.actor;
  if (ctx.actor.kind !== "admin") throw denied(ctx);
  if (may(ctx, permission)) return ctx.actor;
  const words = `Your role does not include this: ${PERMISSIONS[permission].toLowerCase()}. Nothing was done. Ask an owner.`;
  throw new PortalError("forbidden", words, { facts: { permission } });
}

/** Whether whoever acts has a permission of the desk: for what a page shows. Verbs ask `requireAdmin`. */
export function may({ actor }: Ctx, permission: Permission): boolean {
  return actor.kind === "system" || (actor.kind === "admin" && actor.permissions.includes(permission));
}

/** Whoever is signed in, reseller or admin. @throws unauthenticated for visitors, not_found for programs. */
export function requirePerson(ctx: Ctx): Extract<Actor, { kind: "reseller" | "admin" }> {
  if (ctx.actor.kind === "reseller" || ctx.actor.kind === "admin") return ctx.actor;
  throw denied(ctx);
}

/**
 * Returns who reads what resellers and admins share: a reseller in person, or an admin whose role lets them see, and the
 * operator's own commands. @throws forbidden for an admin without a role, not_found for anyone else
 */
export function requireReader(ctx: Ctx): Extract<Actor, { kind: "reseller" | "admin" | "system" }> {
  return ctx.actor.kind === "reseller" ? ctx.actor : requireAdmin(ctx);
}

/** The portal's own background work. @throws not_found for people and programs. */
export function requireSystem(ctx: Ctx): Extract<Actor, { kind: "system" }> {
  if (ctx.actor.kind === "system") return ctx.actor;
  throw denied(ctx);
}

/** Who acts, in one word for the audit record: "admin:3", "token:8", "system:dispatch". */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "reseller":
    case "admin":
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

function denied(ctx: Ctx): PortalError {
  if (ctx.actor.kind === "visitor") return new PortalError("unauthenticated", "Please sign in first.");
  return new PortalError("not_found", "This page does not exist.");
}
