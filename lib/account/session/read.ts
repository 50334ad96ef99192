import { sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import type { Actor, Ctx, Level } from "#lib/core/context";
import { env } from "#lib/core/env";
import { permissionsOf } from "#lib/core/permission";
import { endOfSession, hashSecret, personActor } from "./session.ts";

/** Who is signed in, as a page may know it. */
export interface SessionView {
  actor: Extract<Actor, { kind: "reseller" | "admin" }>;
  name: string;
  /** A restricted reseller may look but not buy. */
  state: "active" | "restricted";
  /** They signed in with a password that was made for them, and have yet to choose their own. */
  passwordGenerated: boolean;
  /** What an admin's role is called; null for those who have none, and may do nothing until they do. */
  staffRole: string | null;
  /** An admin who has yet to set up two-factor sign-in, where that is required. */
  secondFactorMissing: boolean;
}

type Row = {
  session_id: string;
  id: string;
  role: "reseller" | "admin";
  email: string;
  name: string;
  password_generated: boolean;
  level: Level | null;
  state: "active" | "restricted" | null;
  second_factor: boolean;
  staff_role: string | null;
  owner: boolean;
  permissions: string[];
};

/**
 * The session that a cookie's secret opens, in one query; undefined when it ended, ran out, or its account
 * was closed. It lives 30 days after it was last seen (noted once a minute), and 90 days at most; an admin's 30 minutes
 * and 12 hours. `byItself` is for a page that asks without anybody's hand, which keeps no session alive.
 */
export async function readSession(
  ctx: Ctx,
  secret: string,
  { byItself = false } = {},
): Promise<SessionView | undefined> {
  const [row] = await find(ctx.db, { hash: hashSecret(secret), byItself });
  if (!row) return undefined;
  const person = { id: Number(row.id), role: row.role, email: row.email, level: row.level };
  return {
    actor: personActor(person, Number(row.session_id), permissionsOf(row)),
    name: row.name,
    state: row.state ?? "active",
    passwordGenerated: row.password_generated,
    staffRole: row.staff_role,
    secondFactorMissing: row.role === "admin" && !row.second_factor && isRequired(),
  };
}

const isRequired = () => env().ADMIN_TWO_FACTOR === "required";

const createdAt = sql`s.created_at`;

const find = prepared<{ hash: string; byItself: boolean }, Row>(
  ({ hash, byItself }) => sql`
    with seen as (
      update sessions s
      set seen_at = now(), expires_at = case a.role
        when 'admin' then ${endOfSession("admin", createdAt)} else ${endOfSession("reseller", createdAt)} end
      from accounts a
      where a.id = s.account_id and s.secret_hash = ${hash} and s.ended_at is null and s.expires_at > now()
        and s.seen_at < now() - interval '1 minute' and not ${byItself}::boolean)
    select s.id as session_id, a.id, a.role, a.email, a.name, a.password_generated, r.level, r.state,
      f.secret is not null as second_factor, o.name as staff_role, coalesce(o.built_in = 'owner', false) as owner,
      coalesce(to_jsonb(o.permissions), '[]') as permissions
    from sessions s
    join accounts a on a.id = s.account_id
    left join resellers r on r.id = a.id
    left join second_factors f on f.account_id = a.id
    left join staff t on t.id = a.id
    left join staff_roles o on o.id = t.role_id
    where s.secret_hash = ${hash} and s.ended_at is null and s.expires_at > now()
      and a.closed_at is null and coalesce(r.state, 'active') <> 'closed'`,
);
