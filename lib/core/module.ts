import type { SQL } from "drizzle-orm";
import type { Action } from "./action.ts";
import type { ActionItemBadge, ActionItemText } from "./action-item.ts";
import type { Channel } from "./channels.ts";
import type { Ctx } from "./context.ts";
import { env } from "./env.ts";
import type { EventFollower, EventHandlers } from "./event.ts";
import type { Gauges } from "./gauge.ts";
import type { RunningLane } from "./lane/lane.ts";
import type { PoolName } from "./lane/pool-sizes.ts";
import type { RunTiming } from "./lane/run-timing.ts";
import type { NotificationKinds } from "./notification-kind.ts";
import type { DefinedSettings } from "./settings/settings.ts";
import type { Tables } from "./table.ts";
import type { Variables } from "./variables.ts";

/** Declaration of a feature. Code that concerns all features loops over the list in `lib/modules.ts`. */
export interface Module {
  /** The folder in `lib`. */
  name: string;
  variables?: readonly Variables[];
  /** Its tables; a function where rows of other modules are in them. */
  tables?: Tables | ((modules: readonly Module[]) => Tables);
  /** Days for which deliveries are kept after they were sent or failed, by its channel of the outbox. */
  deliveryDays?: Readonly<Record<string, () => number>>;
  /** Service functions that admins call, by name. */
  actions?: Readonly<Record<string, Action>>;
  /** The operator's settings, each with the action that saves it and its audit codes. */
  settings?: readonly DefinedSettings[];
  /** Further steps of an erasure, beside the `erase` of its tables, by the name of their count. */
  erasures?: Readonly<Record<string, Erasure>>;
  /** Labels of its audit codes, to follow the name of the actor: "Ada credited a wallet". */
  audit?: Readonly<Record<string, string>>;
  /** Kinds of events that its triggers write, with what each says. See docs/decisions/events.md. */
  events?: Readonly<Record<string, string>>;
  follows?: EventHandlers | ((modules: readonly Module[]) => EventHandlers);
  jobs?: readonly Job[];
  gauges?: Gauges;
  /** Its notifications by kind, each with the events that it follows and its text. */
  notifications?: NotificationKinds;
  actionItems?: ActionItemKinds;
  /** Access to an account that resellers grant with it, reviewed when the password changes. */
  access?: GrantedAccess;
  /** Changes that only some pages follow, by the name that they ask for. */
  changes?: Readonly<Record<string, WatchChanges>>;
  /** Finds what a text of the acting reseller leads to, for the command palette. */
  search?(ctx: Ctx, q: string): Promise<SearchResult[]>;
  /** Finds those of some purchases that were reported as not received. The caller checks permissions. */
  findUnreceived?: FindUnreceived;
  /** Reports to the operator that a purchase of the acting reseller wasn't received, unless done before. */
  reportUndelivered?(ctx: Ctx, report: UndeliveredReport): Promise<void>;
  /** Banners on every page of a reseller, and on the page of network status. */
  banners?(): Promise<Banners>;
  /** Host names beside the portal's own. */
  hosts?: Hosts;
  webhookEvents?: WebhookEventData;
}

export function defineModule(module: Module): Module {
  const { settings = [], actions, audit } = module;
  if (settings.length === 0) return module;
  return {
    ...module,
    actions: { ...actions, ...Object.fromEntries(settings.map(({ saver, action }) => [saver, action])) },
    audit: Object.assign({}, audit, ...settings.map(({ audit }) => audit.codes)),
  };
}

export const findSettings = (modules: readonly Module[], name: unknown): DefinedSettings | undefined =>
  modules.flatMap(({ settings = [] }) => settings).find((settings) => settings.name === name);

export const listVariables = (modules: readonly Module[]): readonly Variables[] => [
  env,
  ...modules.flatMap(({ variables = [] }) => variables),
];

export const listTables = (modules: readonly Module[]): Tables =>
  Object.assign(
    {},
    ...modules.map(({ tables }) => (typeof tables === "function" ? tables(modules) : tables)),
  );

export const listEventFollowers = (modules: readonly Module[]): EventFollower[] =>
  modules.flatMap(({ name, follows }) =>
    follows ? { name, handlers: typeof follows === "function" ? follows(modules) : follows } : [],
  );

/** Lists the notifications of all modules. */
export const listNotificationKinds = (modules: readonly Module[]): NotificationKinds =>
  Object.assign({}, ...modules.map(({ notifications }) => notifications));

/** A kind of action item for admins, shown on the dashboard and sent as an alert. */
export interface ActionItemKind<Facts = unknown> {
  /** Its name in settings and in the message that it is resolved. */
  label: string;
  /** Money is at risk, or nothing is sold, until an admin acts: it is sent in quiet hours too. */
  urgent?: true;
  /** Nothing is sent or sold while it lasts: a bar on every admin page says so. */
  alarm?: true;
  /** The most pressing kind has the lowest. */
  rank: number;
  badge: ActionItemBadge;
  /** Reads the facts. Kinds that share the function share its result. */
  read(ctx: Ctx, modules: readonly Module[]): Promise<Facts>;
  /** @returns undefined when nothing is to be done */
  format(facts: Facts): ActionItemText | undefined;
}

export type ActionItemKinds = Readonly<Record<string, ActionItemKind>>;

/** Keeps the facts that a kind reads and formats the same type. */
export const defineActionItem = <Facts>(kind: ActionItemKind<Facts>): ActionItemKind => kind;

/** Lists the kinds of action items, the most urgent first. */
export const listActionItemKinds = (modules: readonly Module[]): ActionItemKinds =>
  Object.fromEntries(
    modules
      .flatMap(({ actionItems = {} }) => Object.entries(actionItems))
      .toSorted(([, a], [, b]) => a.rank - b.rank),
  );

export interface GrantedAccess {
  /** Lists that of the acting reseller, each with the label of the choice to remove it. */
  list(ctx: Ctx): Promise<{ id: number; label: string; createdAt: Date }[]>;
  remove(ctx: Ctx, id: number): Promise<void>;
}

export interface SearchResult {
  href: string;
  title: string;
  note: string;
}

type FindUnreceived = (ctx: Ctx, purchaseIds: readonly number[]) => Promise<ReadonlySet<number>>;

export interface UndeliveredReport {
  ident: string;
  symptom: "nothing" | "less" | "other";
  /** The customer's words, or empty. */
  details: string;
}

/** Banners that a module adds to pages, read in one query with those of other modules. */
export interface Banners {
  /** Selects the rows as a JSON array. */
  select(): SQL;
  toBanners(rows: readonly Record<string, unknown>[]): PageBanner[];
}

export interface PageBanner {
  key: string;
  /** Buying is affected. */
  warns: boolean;
  title: string;
  text: string;
  at: Date;
}

/** Host names at which only a part of the portal is served, without any session. */
export interface Hosts {
  areServed(): boolean;
  /** Lists all that is served, by host name in lower case. */
  list(ctx: Ctx): Promise<ReadonlyMap<string, ServedHost>>;
  /** Notified when it changes. */
  channel: Channel;
}

export interface ServedHost {
  /** The path of the page at its root. */
  home: string;
  /** Whether a path is served there. */
  serves(path: string): boolean;
  /** Returns the text of a path that is answered without a page. */
  answer?(path: string): string | undefined;
  /** Whether a proxy may get a certificate for it. */
  certified: boolean;
}

export type WebhookEventData = Readonly<
  Record<
    string,
    {
      /** Loads the data of an event by its subject. */
      load(ctx: Ctx, subject: string): Promise<unknown>;
      /** Makes data up for an event that is sent manually. */
      sample(at: Date): Promise<unknown>;
    }
  >
>;

export const listWebhookEvents = (modules: readonly Module[]): WebhookEventData =>
  Object.assign({}, ...modules.map(({ webhookEvents }) => webhookEvents));

/** Calls `handler` after each change that concerns the acting reseller. @returns a function that stops it. */
type WatchChanges = (ctx: Ctx, handler: () => void, since?: number) => Promise<() => void>;

/** Erases data about a person, known by email or phone. @returns how many rows. */
type Erasure = (
  ctx: Ctx,
  person: { email?: string | undefined; phone?: string | undefined; reason: string },
) => Promise<number>;

/** Work in the background, in a lane of its own. See docs/decisions/lanes.md. */
export type Job = ScheduledJob | QueueJob;

interface JobBase {
  /** The name of its lane, as the database and NOTIFY have it. */
  name: string;
  label: string;
  pool: PoolName;
  /** The name under which it acts in the audit log; its own unless given. */
  actor?: string;
  /** Channels that make it look for work at once. */
  wakeOn?: Readonly<Partial<Record<Channel, WakeRule>>>;
}

/** A job that runs at certain times: one of all processes runs it. */
export interface ScheduledJob extends JobBase {
  when: RunTiming;
  /** Also runs as soon as a process starts. */
  atStart?: true;
  /** After this long, in ms, it counts as hanging; ten minutes unless given. */
  deadlineMs?: number;
  /** Imports its work when it runs. */
  run(ctx: Ctx, worker: Worker): Promise<RunResult> | Promise<void>;
}

/** A job that claims due items, one slot for each. */
export interface QueueJob extends JobBase {
  /** Selects since when each item is due, as `at`. */
  due: SQL;
  /** Its items never wait for long, so that a late one is a problem. */
  prompt?: true;
  /** Imports its lane when a worker starts. */
  start(ctx: Ctx, worker: Worker): Promise<RunningLane>;
}

export interface WakeRule {
  /** Which payloads wake it, `""` for missed ones included; all unless given. */
  for?(payload: string): boolean;
  /** How long a scheduled job waits for more of them, in ms. */
  delayMs?: number;
  /** Makes items due before the lane looks. */
  prepare?(ctx: Ctx, payload: string): Promise<void>;
}

/** The result of a scheduled run that may have more to do. */
export interface RunResult {
  more: boolean;
  /** The same as after the run before: nothing was moved. Without it, `more` says that something was. */
  progress?: string | number | undefined;
}

/** The process that runs jobs. */
export interface Worker {
  modules: readonly Module[];
  /** A context on the connections of a pool. */
  createCtx(pool: PoolName, actor: string): Ctx;
}
