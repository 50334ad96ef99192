import { sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import type { PersonalFacts } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { actorNames } from "./actor-names.ts";
import { type AuditListInput, auditConditions, kinds } from "./filter.ts";
import { withPersonal } from "./with-personal.ts";

/** One record: who did what to what, when, why, and how it was before and after. */
export interface RecordView {
  id: number;
  at: Date;
  actor: string;
  /** The actor by name, where it is a person. */
  who: string;
  address: string | null;
  action: string;
  subject: string;
  subjectId: string;
  resellerId: number | null;
  journalId: number | null;
  reason: string | null;
  before: unknown;
  after: unknown;
}

type Row = Record<"id" | "at_ms" | "actor" | "action" | "subject" | "subject_id", string> &
  Record<"address" | "reseller_id" | "journal_id" | "reason" | "erased_ms", string | null> & {
    before: unknown;
    after: unknown;
    facts: PersonalFacts | null;
  };

const PAGE_SIZE = 100;

/** A page of everything that was ever recorded, newest first. Admins only. */
export async function list(ctx: Ctx, input: AuditListInput, size = PAGE_SIZE): Promise<Page<RecordView>> {
  requireAdmin(ctx);
  const actor = await actorOf(ctx, input.actor);
  const conditions = [...auditConditions({ ...input, actor }), ...pageConditions(input)];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, (extract(epoch from p.at) * 1000)::bigint as at_ms, p.actor, p.address, p.action, p.subject, p.subject_id,
      p.reseller_id, p.journal_id, p.reason, p.before, p.after, x.facts,
      (extract(epoch from x.erased_at) * 1000)::bigint as erased_ms
    from audit p left join audit_personal x on x.audit_id = p.id ${where(conditions)} ${pageOrder(input, size)}`);
  const names = await actorNames(ctx, new Set(rows.map(({ actor }) => actor)));
  return toPage(rows, input, size, (row) => viewOf(row, names));
}

/** The actions and the kinds of things that were ever recorded. Admins only. */
export async function auditKinds(ctx: Ctx): Promise<{ actions: string[]; subjects: string[] }> {
  requireAdmin(ctx);
  const [actions, subjects] = await Promise.all(
    (["action", "subject"] as const).map((column) => ctx.db.execute<{ kind: string }>(kinds(column))),
  );
  const names = (rows: readonly { kind: string }[] = []) => rows.map(({ kind }) => kind);
  return { actions: names(actions), subjects: names(subjects) };
}

/** An actor as it is recorded; a person may be named by e-mail. */
async function actorOf(ctx: Ctx, actor: string | undefined): Promise<string | undefined> {
  if (!actor?.includes("@")) return actor;
  const [person] = await ctx.db
    .select({ actor: sql<string>`${accounts.role} || ':' || ${accounts.id}` })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${actor})`);
  return person?.actor ?? actor;
}

function viewOf(row: Row, names: ReadonlyMap<string, string>): RecordView {
  const number = (text: string | null) => (text === null ? null : Number(text));
  return {
    id: Number(row.id),
    at: new Date(Number(row.at_ms)),
    actor: row.actor,
    who: names.get(row.actor) ?? row.actor,
    address: row.address,
    action: row.action,
    subject: row.subject,
    subjectId: row.subject_id,
    resellerId: number(row.reseller_id),
    journalId: number(row.journal_id),
    ...withPersonal({
      ...{ reason: row.reason, before: row.before, after: row.after, facts: row.facts },
      erasedAt: row.erased_ms === null ? null : new Date(Number(row.erased_ms)),
    }),
  };
}
