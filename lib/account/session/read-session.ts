import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { isTwoFactorRequired } from "#lib/account/two-factor/is-two-factor-required";
import type { Ctx, Level, Person } from "#lib/core/context";
import { getHelperPermissions } from "#lib/core/helper-permission";
import { getRolePermissions } from "#lib/core/permission";
import { StoredAgentTerms, selectAgentTerms } from "#lib/core/price-list/agent-terms";
import { int, parseRows, textOf } from "#lib/core/read-rows";
import { getSessionExpiry, hashSecret, toAccountActor } from "./session.ts";

/** The signed-in account, as pages may show it. */
export interface SessionView {
  actor: Person;
  name: string;
  /** A restricted reseller can't buy. */
  state: "active" | "restricted";
  /** Whether they signed in with a generated password and must choose their own. */
  passwordGenerated: boolean;
  /** The name of an admin's role; null without a role, and so without permissions. */
  staffRole: string | null;
  /** Whether an admin has yet to set up two-factor sign-in, where it is required. */
  secondFactorMissing: boolean;
}

const SessionRow = z.object({
  sessionId: int,
  id: int,
  role: textOf<Person["kind"]>(),
  email: z.string(),
  name: z.string(),
  passwordGenerated: z.boolean(),
  level: textOf<Level>().nullable(),
  agent: StoredAgentTerms.nullable(),
  resellerId: int.nullable(),
  helperPermissions: z.array(z.string()),
  state: textOf<"active" | "restricted">().nullable(),
  secondFactor: z.boolean(),
  staffRole: z.string().nullable(),
  owner: z.boolean(),
  permissions: z.array(z.string()),
});

/**
 * Reads the session of a cookie's secret in one query; undefined when it ended, expired, or its account was
 * closed. It lives 30 days after the last request (noted once a minute), and at most 90 days; an admin's 30
 * minutes and 12 hours. `byItself` is for automatic requests of a page, which don't extend the session.
 */
export async function readSession(
  ctx: Ctx,
  secret: string,
  { byItself = false } = {},
): Promise<SessionView | undefined> {
  const [row] = parseRows(SessionRow, await findSession(ctx.db, { hash: hashSecret(secret), byItself }));
  if (!row) return undefined;
  const permissions = {
    admin: getRolePermissions(row),
    helper: getHelperPermissions(row.helperPermissions),
  };
  const { name, state, passwordGenerated, staffRole } = row;
  return {
    actor: toAccountActor(row, row.sessionId, permissions),
    ...{ name, state: state ?? "active", passwordGenerated, staffRole },
    secondFactorMissing: row.role === "admin" && !row.secondFactor && isTwoFactorRequired(),
  };
}

const createdAt = sql`s.created_at`;

const findSession = prepareQuery<{ hash: string; byItself: boolean }>(
  ({ hash, byItself }) => sql`
    with seen as (
      update sessions s
      set
        seen_at = now(),
        expires_at = case a.role
          when 'admin' then ${getSessionExpiry("admin", createdAt)}
          else ${getSessionExpiry("reseller", createdAt)}
        end
      from accounts a
      where a.id = s.account_id and s.secret_hash = ${hash} and s.ended_at is null and s.expires_at > now()
        and s.seen_at < now() - interval '1 minute' and not ${byItself}::boolean
    )
    select
      s.id as session_id, a.id, a.role, a.email, a.name, a.password_generated,
      r.level, ${selectAgentTerms(sql`r`)} as agent, r.state, r.id as reseller_id,
      coalesce(to_jsonb(h.permissions), '[]') as helper_permissions,
      f.secret is not null as second_factor,
      o.name as staff_role, coalesce(o.built_in = 'owner', false) as owner,
      coalesce(to_jsonb(o.permissions), '[]') as permissions
    from sessions s
    join accounts a on a.id = s.account_id
    left join helpers h on h.id = a.id
    left join resellers r on r.id = case a.role when 'helper' then h.reseller_id else a.id end
    left join second_factors f on f.account_id = a.id
    left join staff t on t.id = a.id
    left join staff_roles o on o.id = t.role_id
    where s.secret_hash = ${hash} and s.ended_at is null and s.expires_at > now()
      and a.closed_at is null and coalesce(r.state, 'active') <> 'closed'`,
);
