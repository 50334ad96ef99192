import { type SQL, sql } from "drizzle-orm";

/** How the rows about a person are found in a table, called `t`, and what of them is not given out. */
export interface Whose {
  /** Of the account with this number. */
  account?: (id: number) => SQL;
  /** About whoever has this mobile number, in E.164. */
  phone?: (phone: string) => SQL;
  /** About whoever has this e-mail address and no account. */
  email?: (email: string) => SQL;
  /** Columns that stay here: secrets and what is made of them, bytes, and what others wrote for themselves. */
  without?: readonly string[];
  /** What is read beside the columns, as `key: SQL`. */
  and?: Readonly<Record<string, SQL>>;
}

const reseller: Whose = { account: (id) => sql`t.reseller_id = ${id}` };
const account: Whose = { account: (id) => sql`t.account_id = ${id}` };
const number = (phone: string) => sql`t.phone = ${phone}`;
const mine = (of: SQL) => (id: number) => sql`${of} = ${id}`;

/** Nothing here is about a person, or nothing that would be given out. */
const nothing = (_why: string): Whose => ({});
const SETTINGS = nothing("settings of the operator's, and the catalogue");
const SUMS = nothing("sums of what stands elsewhere");

/** Every table: what it says of a person. */
export const WHOSE: Readonly<Record<string, Whose>> = {
  account_links: { ...account, without: ["hash"] },
  accounts: { account: (id) => sql`t.id = ${id}`, without: ["password_hash"] },
  alert_posts: nothing("what the operator was told"),
  alert_receivers: nothing("whom the operator has told, set by the operator"),
  alerts: nothing("what needed a hand"),
  announcements: SETTINGS,
  attempts: nothing("the upstream's answers about purchases"),
  audit: {
    // What admins did stands in what it changed; their words and addresses are theirs.
    account: (id) => sql`t.actor = ${`reseller:${id}`}`,
    and: { personal: sql`(select facts from audit_personal p where p.audit_id = t.id)` },
  },
  audit_personal: nothing("given out with its record"),
  backup_codes: nothing("secrets"),
  bulk_rows: {
    account: mine(sql`(select reseller_id from bulk_runs r where r.id = t.run_id)`),
    phone: number,
  },
  bulk_runs: reseller,
  buying_pins: { ...reseller, without: ["hash"] },
  call_windows: nothing("the last minute"),
  case_rules: SETTINGS,
  case_words: {
    account: mine(sql`(select reseller_id from cases c where c.id = t.case_id)`),
    without: ["note", "admin_id"],
  },
  cases: reseller,
  catalogue: SETTINGS,
  chain_findings: SETTINGS,
  chain_marks: SETTINGS,
  complaints: {
    ...reseller,
    phone: (phone) => sql`t.order_id in (select id from orders where phone = ${phone})`,
    email: (email) =>
      sql`t.order_id in (select id from orders where lower(customer_email) = lower(${email}))`,
  },
  customer_imports: {
    ...reseller,
    phone: (phone) => sql`t.lines @> jsonb_build_array(jsonb_build_object('phone', ${phone}::text))`,
    without: ["key"],
  },
  customers: { ...reseller, phone: number },
  daily_closes: SUMS,
  decisions: nothing("the operator's own work"),
  discrepancies: nothing("the operator's own work"),
  dispatcher: SETTINGS,
  entries: nothing("given out with their journal"),
  funding_pictures: nothing("pictures, which the pages show"),
  funding_requests: { ...reseller, without: ["decided_by"] },
  funding_terms: SETTINGS,
  half_sign_ins: nothing("secrets, for minutes"),
  house_entries: nothing("the operator's own books"),
  ident_keys: SETTINGS,
  journals: {
    ...reseller,
    without: ["actor"],
    and: {
      entries: sql`(select jsonb_agg(jsonb_build_object('account', e.account, 'amount', e.amount, 'balance', e.balance))
        from entries e where e.journal_id = t.id)`,
    },
  },
  lane_failures: nothing("numbers of items, for a week"),
  lane_turns: nothing("when background work looked at them last, for a week"),
  lanes: SETTINGS,
  mails: { ...account, email: (email) => sql`lower(t.recipient) = lower(${email})`, without: ["sealed"] },
  moved_alone: nothing("sums of what admins moved"),
  networks: SETTINGS,
  notice_choices: account,
  notice_marks: SETTINGS,
  notices: account,
  operator_contact: SETTINGS,
  order_limits: nothing("counts, for an hour"),
  orders: {
    ...reseller,
    phone: number,
    email: (email) => sql`lower(t.customer_email) = lower(${email})`,
  },
  passkey_challenges: nothing("secrets, for minutes"),
  passkeys: { ...account, without: ["credential", "public_key"] },
  payment_accounts: reseller,
  payment_disputes: {
    account: mine(sql`(select reseller_id from provider_transactions m where m.id = t.transaction_id)`),
  },
  payment_notices: nothing("the providers' words, which they give out themselves"),
  payment_refunds: {
    account: mine(sql`(select reseller_id from provider_transactions m where m.id = t.transaction_id)`),
    without: ["raw", "asked_by"],
  },
  payment_settings: SETTINGS,
  payments: reseller,
  plan_changes: SETTINGS,
  plan_prices: SETTINGS,
  plan_terms: SETTINGS,
  plan_types: SETTINGS,
  plans: SETTINGS,
  price_rules: SETTINGS,
  price_saves: SETTINGS,
  processes: SETTINGS,
  provider_keys: { ...reseller, without: ["sealed", "sealed_before", "address"] },
  provider_transactions: { ...reseller, without: ["raw", "decided_by"] },
  purchases: { ...reseller, phone: number, without: ["cost"] },
  push_devices: { ...account, without: ["endpoint", "public_key", "auth_secret", "device_hash"] },
  push_keys: SETTINGS,
  pushes: nothing("for a day, what notices say"),
  reconciling: SETTINGS,
  remembered_devices: { ...account, without: ["device_hash"] },
  report_days: SUMS,
  report_plans: SUMS,
  report_resellers: SUMS,
  report_settings: SETTINGS,
  report_shop_days: SUMS,
  report_shops: SUMS,
  reseller_notes: nothing("what admins noted for themselves"),
  reset_requests: nothing("an e-mail that somebody typed, for an hour"),
  resellers: { account: (id) => sql`t.id = ${id}`, without: ["desk_low_below"] },
  sale_switches: SETTINGS,
  saved_views: { account: (id) => sql`t.owner_id = ${id}` },
  schedule_days: { account: mine(sql`(select reseller_id from schedules s where s.id = t.schedule_id)`) },
  schedules: { ...reseller, phone: number },
  second_factors: { ...account, without: ["secret", "next_secret", "last_step"] },
  sessions: { ...account, without: ["secret_hash", "device_hash"] },
  settlement_differences: nothing("the operator's own work"),
  settlement_lines: nothing("the operator's own books"),
  settlement_runs: SETTINGS,
  settlements: nothing("the operator's own books"),
  shop_pictures: nothing("pictures, which the pages show"),
  shop_plans: { account: mine(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
  shop_rules: { account: mine(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
  shop_slugs: { account: mine(sql`(select reseller_id from shops s where s.id = t.shop_id)`) },
  shops: reseller,
  sign_up_switch: SETTINGS,
  sign_ups: {
    ...reseller,
    email: (email) => sql`lower(t.email) = lower(${email})`,
    without: ["hash", "decided_by"],
  },
  staff: nothing("the role of an admin, which is the operator's"),
  staff_roles: SETTINGS,
  sweep_marks: SETTINGS,
  test_purchases: { ...reseller, phone: number },
  throttles: nothing("counts, for an hour"),
  token_windows: nothing("the last minute"),
  tokens: { ...reseller, without: ["hash"] },
  turns: nothing("whose purchase goes next"),
  upkeep: SETTINGS,
  upstream_adjustments: nothing("the operator's own work"),
  wallets: reseller,
  webhook_deliveries: {
    account: mine(sql`(select reseller_id from webhook_endpoints w where w.id = t.endpoint_id)`),
  },
  webhook_endpoints: { ...reseller, without: ["sealed_secret"] },
  webhook_tries: nothing("how messages went, which the pages show"),
};
