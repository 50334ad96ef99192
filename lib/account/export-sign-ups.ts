import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { allPages } from "#lib/core/page";
import { listSignUps, type SignUpFilter, type SignUpView } from "./list-sign-ups.ts";

const CHUNK = 500;

const HEADER = ["number", "asked", "name", "e-mail", "phone", "about", "state", "decided", "by", "reason"];

/** Everybody who asked for an account and whom a filter finds, as CSV, streamed. Admins only. */
export function exportSignUps(ctx: Ctx, filter: SignUpFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => listSignUps(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells({ id, askedAt, name, email, phone, about, state, decidedAt, decidedBy, reason }: SignUpView) {
  return [id, askedAt, name, email, phone, about, state, decidedAt, decidedBy, reason];
}
