import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";

/** How long the rows of a table are kept. */
export type Kept =
  /** For ever: money, and what explains it, hangs on them. */
  | { books: string }
  /** As things are now: rows are changed in place, or go when their owner takes them away. */
  | { state: string }
  /** Until they are so old that `sweep` deletes them, or erases a part of them. */
  | ({ what: string } & Swept)
  /** Until the file `by` takes them away, or a part of them. */
  | { what: string; by: string; days: () => number };

interface Swept {
  days: () => number;
  /** Since when they are kept; null is not over yet. */
  at: SQL;
  /** Which of them may go. */
  where?: SQL;
  /** What is erased; without it the whole row goes. */
  erases?: SQL;
  /** How many one statement takes, where it is not a thousand. */
  atOnce?: number;
  /** Rows of another table that go with them: its name, and the column that names their `id`. */
  with?: { table: string; by: string };
  /** Where rows are many and grow old in the order of their numbers, they are gone through in that order. */
  inOrder?: true;
  /** The number and what is joined for `at`, where the number is not `id`. */
  key?: { column: string; join: SQL };
}

const hours = (n: number) => () => n / 24;
const days = (n: number) => () => n;

/** What a browser is known by when it signs in again lasts as long. */
const KNOWN_BROWSERS = days(400);

/** Every table, and how long what stands in it is kept. docs/operate/data.md says the same to operators. */
export const RETENTION: Readonly<Record<string, Kept>> = {
  accounts: { books: "people, by whose number everything else names them" },
  attempts: {
    what: "the words of the upstream's answers",
    days: () => env().KEEP_ANSWERS_DAYS,
    at: sql`claimed_at`,
    erases: sql`raw = null`,
    where: sql`raw is not null`,
    inOrder: true,
  },
  audit: { books: "who did what, and when" },
  audit_personal: {
    what: "what the history says of people",
    days: () => env().KEEP_HISTORY_DAYS,
    at: sql`a.at`,
    key: { column: "audit_id", join: sql`join audit a on a.id = t.audit_id` },
    erases: sql`facts = null, erased_at = now()`,
    where: sql`facts is not null`,
    inOrder: true,
  },
  account_links: {
    what: "links by which a password is chosen, after they end",
    days: days(90),
    at: sql`least(used_at, ended_at, expires_at)`,
  },
  alert_posts: { state: "of what needed a hand, with which they go" },
  alert_receivers: {
    what: "whom the desk told what needed a hand, after they were removed",
    days: days(30),
    at: sql`removed_at`,
    where: sql`not exists (select from alert_posts p where p.receiver_id = t.id)`,
  },
  alerts: {
    what: "what needed a hand, and to whom it was told",
    days: days(30),
    at: sql`over_at`,
  },
  announcements: { books: "what everybody was told" },
  backup_codes: { state: "of an account" },
  bulk_rows: { books: "rows of lists, which name purchases; those of drafts go with them" },
  bulk_runs: {
    what: "lists that nobody began",
    days: days(30),
    at: sql`created_at`,
    where: sql`state = 'draft'`,
    // Each may have thousands of rows.
    atOnce: 20,
  },
  buying_pins: { state: "of a reseller" },
  call_windows: { state: "the last minute of each reseller's programs" },
  case_rules: { state: "settings" },
  case_words: {
    what: "what was written in cases",
    by: "lib/purchase/case/erase-cases.ts",
    days: () => env().KEEP_CASES_DAYS,
  },
  cases: { books: "that something was not received, and how it ended" },
  catalogue: { state: "the version in force" },
  chain_findings: { state: "what the chain found last" },
  chain_marks: { what: "how far the chain was walked", by: "lib/reconcile/marks.ts", days: days(3) },
  complaints: {
    what: "what customers wrote to shops",
    by: "lib/purchase/case/erase-cases.ts",
    days: () => env().KEEP_CASES_DAYS,
  },
  customer_imports: { what: "imports of customers", days: days(1), at: sql`created_at` },
  customers: { state: "until their reseller removes them, or they ask to be erased" },
  daily_closes: { books: "the books of each day" },
  decisions: { books: "what waited for a second admin" },
  discrepancies: { books: "what did not fit, and who looked at it" },
  dispatcher: { state: "whether anything is sent" },
  entries: { books: "sides of journals" },
  funding_pictures: {
    what: "pictures of payments, after they were decided",
    days: () => env().KEEP_PICTURES_DAYS,
    at: sql`(select decided_at from funding_requests f where f.id = request_id)`,
  },
  funding_requests: { books: "payments that resellers told of" },
  funding_terms: { state: "settings" },
  half_sign_ins: { what: "sign-ins that waited for a code", days: days(1), at: sql`expires_at` },
  house_entries: { books: "what became of confirmed money" },
  ident_keys: { state: "what idents are made with" },
  journals: { books: "every change of money" },
  lane_failures: {
    what: "background work that failed and was not tried again since",
    days: days(7),
    at: sql`failed_at`,
  },
  lane_turns: { what: "when background work last looked at an owner", days: days(7), at: sql`looked_at` },
  lanes: { state: "of background work" },
  mails: {
    what: "to whom mail went, and whether it arrived; its text goes when it was sent",
    days: () => env().KEEP_MAILS_DAYS,
    at: sql`done_at`,
  },
  moved_alone: { what: "how much each admin moved alone lately", days: days(7), at: sql`at` },
  networks: { state: "the catalogue" },
  notice_choices: { state: "of an account" },
  notice_marks: { state: "settings" },
  notices: {
    what: "what an account was told",
    days: () => env().KEEP_NOTICES_DAYS,
    at: sql`at`,
    inOrder: true,
  },
  operator_contact: { state: "settings" },
  order_limits: {
    what: "how often a number was ordered for lately",
    by: "lib/shop/sweep-orders.ts",
    days: days(1),
  },
  orders: {
    what: "name and e-mail of who ordered in a shop; of orders that were never paid, with the number, after 7 days",
    days: () => env().KEEP_ORDERERS_DAYS,
    at: sql`placed_at`,
    erases: sql`customer_name = null, customer_email = null`,
    where: sql`(customer_name is not null or customer_email is not null)`,
    inOrder: true,
  },
  passkey_challenges: { what: "sign-ins by passkey that were begun", days: hours(1), at: sql`expires_at` },
  passkeys: { state: "of an account" },
  payment_accounts: { books: "account numbers" },
  payment_disputes: { books: "what payers’ banks asked back" },
  payment_notices: {
    // Those to resellers' own addresses go after three days (`lib/payment/erase-told.ts`).
    what: "what payment providers told, word for word",
    by: "lib/payment/erase-told.ts",
    days: () => env().PAYMENT_TOLD_DAYS,
  },
  payment_refunds: { books: "money sent back; the provider's words go with its notices" },
  payment_settings: { state: "settings" },
  payments: { books: "money asked for" },
  plan_changes: { books: "the catalogue's history" },
  plan_prices: { books: "past prices, by which purchases are judged" },
  plan_terms: { state: "settings" },
  plan_types: { state: "the catalogue" },
  plans: { state: "the catalogue" },
  price_rules: { state: "settings" },
  price_saves: { books: "prices that were set together, by which they are taken back" },
  processes: { what: "processes of the portal", by: "lib/job/heartbeat.ts", days: days(7) },
  /** That a reseller had keys stays; removed ones go once nothing is open by them. */
  provider_keys: {
    what: "keys of resellers’ own at payment providers, after they were changed for others of the same account",
    by: "lib/payment/set-keys.ts",
    days: days(7),
  },
  provider_transactions: { books: "confirmed money; the provider's words go with its notices" },
  purchases: { books: "what was bought" },
  push_devices: {
    what: "devices that show messages, when their browser is not known any more",
    days: KNOWN_BROWSERS,
    at: sql`coalesce(reached_at, created_at)`,
    where: sql`not exists (select from sessions s where s.device_hash = t.device_hash)`,
  },
  push_keys: { state: "the portal's own" },
  pushes: { what: "messages to devices", days: days(1), at: sql`created_at` },
  reconciling: { state: "settings" },
  remembered_devices: {
    what: "browsers that are asked for no code, after they are asked again",
    days: days(30),
    at: sql`least(ended_at, expires_at)`,
  },
  report_days: { state: "added up from the books, and anew when it is missing" },
  report_plans: { state: "added up from the books" },
  report_resellers: { state: "added up from the books" },
  report_settings: { state: "settings" },
  report_shop_days: { state: "added up from the books" },
  report_shops: { state: "added up from the books" },
  reseller_notes: { books: "what admins noted about a reseller" },
  reset_requests: { what: "e-mails for which a new password was asked", days: hours(1), at: sql`asked_at` },
  resellers: { books: "who buys, and on which terms" },
  sale_switches: { state: "settings" },
  saved_views: { state: "of an account" },
  schedule_days: { books: "days of schedules, which name purchases" },
  schedules: { books: "what was bought by itself" },
  second_factors: { state: "of an account" },
  sessions: {
    what: "sessions, after they end: by them a browser is known again",
    days: KNOWN_BROWSERS,
    at: sql`least(ended_at, expires_at)`,
  },
  settlement_differences: { books: "where settlements and books did not agree" },
  settlement_lines: { books: "what providers settled" },
  settlement_runs: { state: "when settlements were last compared" },
  settlements: { books: "what providers paid out" },
  shop_pictures: { state: "of a shop" },
  shop_plans: { state: "of a shop" },
  shop_rules: { state: "of a shop" },
  shop_slugs: { books: "addresses of shops, which stay theirs" },
  shops: { books: "shops, which orders name" },
  sign_up_switch: { state: "settings" },
  sign_ups: {
    what: "who asked for an account, after it was decided",
    days: () => env().KEEP_SIGN_UPS_DAYS,
    at: sql`decided_at`,
  },
  staff: { state: "the role of each admin" },
  staff_roles: { books: "what somebody who runs the portal may do" },
  sweep_marks: { state: "how far the sweep came" },
  test_purchases: {
    what: "purchases in test mode",
    days: () => env().KEEP_TESTS_DAYS,
    at: sql`placed_at`,
    inOrder: true,
  },
  throttles: {
    what: "tries to sign in, to ask for an account, to complain, by address",
    days: hours(1),
    at: sql`updated_at`,
    where: sql`free_at < now()`,
  },
  token_windows: { state: "where the version before counts" },
  tokens: { books: "programs, which purchases name" },
  turns: { state: "whose purchase goes next" },
  upkeep: { what: "checks, backups and rehearsals", days: days(365), at: sql`ended_at` },
  upstream_adjustments: { books: "moves of the upstream's balance" },
  wallets: { books: "resellers' money" },
  webhook_deliveries: {
    what: "messages to webhooks, after they arrived or were given up, with their tries",
    days: () => env().KEEP_WEBHOOKS_DAYS,
    at: sql`done_at`,
    with: { table: "webhook_tries", by: "delivery_id" },
  },
  webhook_endpoints: {
    what: "webhooks that were removed, and what signed their messages",
    days: () => env().KEEP_WEBHOOKS_DAYS,
    at: sql`removed_at`,
    where: sql`not exists (select from webhook_deliveries d where d.endpoint_id = t.id)`,
  },
  webhook_tries: { state: "gone with their messages" },
};

/** Rows that one statement takes, and statements that one run makes of a table. */
const AT_ONCE = 1_000;
const MOST = 20;

/**
 * Deletes and erases what was kept long enough, a thousand rows at a time; only the portal itself does. Killed on the way, it
 * goes on there the next time.
 * @param only the tables to look at, all unless given.
 * @returns how many rows of each table, and whether there is more to do.
 */
export async function sweep(
  ctx: Ctx,
  only: readonly string[] = Object.keys(RETENTION),
): Promise<{ swept: Record<string, number>; more: boolean }> {
  requireSystem(ctx);
  const swept: Record<string, number> = {};
  let more = false;
  for (const table of only) {
    const kept = RETENTION[table];
    if (!kept || !("at" in kept)) continue;
    let full = true;
    for (let n = 0; full && n < MOST; n += 1) {
      const step = await (kept.erases && kept.inOrder
        ? eraseOn(ctx, table, kept, kept.erases)
        : takeOld(ctx, table, kept));
      if (step.rows > 0) swept[table] = (swept[table] ?? 0) + step.rows;
      full = step.full;
    }
    more ||= full;
  }
  return { swept, more };
}

const longAgo = (kept: Swept) => sql`now() - make_interval(secs => ${kept.days() * 86_400})`;

/** Deletes the next old rows; in order, only the oldest of all are looked at. */
async function takeOld(ctx: Ctx, table: string, kept: Swept): Promise<{ rows: number; full: boolean }> {
  const name = sql.identifier(table);
  const most = kept.atOnce ?? AT_ONCE;
  const oldest = kept.inOrder ? sql`id in (select id from ${name} order by id limit ${most}) and` : sql``;
  const children = kept.with
    ? sql`, children as (delete from ${sql.identifier(kept.with.table)} where ${sql.identifier(kept.with.by)} in (select id from old))`
    : sql``;
  const id = kept.with ? sql`, t.id` : sql``;
  const rows = await ctx.db.execute(sql`
    with old as materialized (
      select t.ctid as row${id} from ${name} t
      where ${oldest} ${kept.at} < ${longAgo(kept)} and ${kept.where ?? sql`true`}
      limit ${most} for update of t skip locked
    )${children}
    delete from ${name} where ctid in (select row from old) returning 1`);
  return { rows: rows.length, full: rows.length > 0 };
}

/** Erases a part of the next rows by their numbers, and notes how far it came, as they stay where they are. */
async function eraseOn(
  ctx: Ctx,
  table: string,
  kept: Swept,
  erases: SQL,
): Promise<{ rows: number; full: boolean }> {
  const name = sql.identifier(table);
  const id = sql.identifier(kept.key?.column ?? "id");
  const [step] = await ctx.db.execute<{ rows: string; seen: string }>(sql`
    with mark as (select coalesce(max(through), 0) as through from sweep_marks where name = ${table}),
    next as (
      select t.${id} as id, ${kept.at} < ${longAgo(kept)} as old from ${name} t ${kept.key?.join ?? sql``}
      where t.${id} > (select through from mark) order by t.${id} limit ${AT_ONCE}
    ),
    upto as (select coalesce(min(id) filter (where not old) - 1, max(id)) as id from next),
    erased as (
      update ${name} set ${erases}
      where ${id} > (select through from mark) and ${id} <= (select id from upto) and ${kept.where ?? sql`true`} returning 1
    ),
    noted as (
      insert into sweep_marks (name, through) select ${table}, id from upto where id is not null
      on conflict (name) do update set through = greatest(sweep_marks.through, excluded.through)
    )
    select (select count(*) from erased) as rows, (select count(*) from next where old) as seen`);
  return { rows: Number(step?.rows ?? 0), full: Number(step?.seen ?? 0) === AT_ONCE };
}
