import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRows } from "#lib/core/read-rows";
import { readFromReplica } from "#lib/core/reading";
import { formatNetworkName } from "#lib/core/text/display-name";
import { dayOf } from "#lib/core/time/time";
import { decideFault, type Fault, toFailureKey } from "#lib/outage/failure-text";
import { readDecidedFaults } from "#lib/outage/judge-failure-text";
import { LINE, type Line, toLineKey } from "#lib/outage/line";
import { type LineView, listLines } from "#lib/outage/list-outages";

/** Outcomes of the purchases of a quarter of an hour. */
export interface QuarterOutcomes {
  delivered: number;
  failed: number;
  /** Queued, sent or unconfirmed. */
  open: number;
}

export interface BoardLine extends LineView {
  outcomes: QuarterOutcomes[];
  queued: QueuedPurchases;
}

/** Queued purchases of a plan type, for all its suppliers, and their money on hold in minor units. */
export interface QueuedPurchases {
  count: number;
  amount: Minor;
}

/** Failures and unclear responses of a line with the same text. */
export interface BoardFailure extends Line {
  /** "MTN SME". */
  name: string;
  supplier: string;
  /** Without numbers; empty where the supplier gave no reason. */
  text: string;
  count: number;
  /** The state of most of their purchases. */
  state: "failed" | "unconfirmed";
  last: Date;
  fault: Fault;
  /** Whether an admin decided it; else it is a guess by the wording. */
  isDecided: boolean;
  /**
   * An admin should decide: it counts as the network's fault, though nearly all others were delivered
   * meanwhile, or as the fault of many numbers, though few were.
   */
  isDoubtful: boolean;
}

export interface DeliveryBoard {
  /** The starts of the last quarters of an hour, newest first. */
  quarters: Date[];
  /** The day of the oldest, by which lists of purchases are filtered. */
  fromDay: string;
  networks: { id: number; name: string; outcomes: QuarterOutcomes[]; lines: BoardLine[] }[];
  failures: BoardFailure[];
}

const QUARTERS = 6;
const QUARTER_MS = 15 * 60_000;
const MAX_FAILURES = 20;

/**
 * Counts the outcomes of the last 90 minutes by network, plan type, supplier and quarter of an hour, and
 * groups what failed. Admins only.
 */
export async function readDeliveryBoard(ctx: Ctx): Promise<DeliveryBoard> {
  requireAdmin(ctx);
  const last = Math.floor(Date.now() / QUARTER_MS);
  const quarters = Array.from({ length: QUARTERS }, (_, n) => last - n);
  const start = new Date((last - QUARTERS + 1) * QUARTER_MS);
  const from = sql`${start.toISOString()}::timestamptz`;
  const [lines, queued, decided, { value: counted }] = await Promise.all([
    listLines(ctx),
    countQueued(ctx),
    readDecidedFaults(ctx),
    readFromReplica(ctx, (ctx) => Promise.all([countOutcomes(ctx, from), countFailures(ctx, from)])),
  ]);
  const [rows, failures] = counted;
  const sumUp = (all: readonly OutcomeRow[]) => quarters.map((quarter) => sumQuarter(all, quarter));
  const byNetwork = Map.groupBy(lines, ({ networkId }) => networkId);
  return {
    quarters: quarters.map((quarter) => new Date(quarter * QUARTER_MS)),
    fromDay: dayOf(start),
    networks: [...byNetwork].map(([id, ofNetwork]) => ({
      id,
      name: formatNetworkName(ofNetwork[0]?.network ?? ""),
      outcomes: sumUp(rows.filter(({ networkId }) => networkId === id)),
      lines: ofNetwork.map((line) => ({
        ...line,
        outcomes: sumUp(rows.filter((row) => toLineKey(row) === toLineKey(line))),
        queued: queued.get(`${line.networkId} ${line.typeId}`) ?? NONE_QUEUED,
      })),
    })),
    failures: groupFailures(failures, { lines, rows, decided }),
  };
}

const OutcomeRow = z.object({ ...LINE, quarter: int, delivered: int, failed: int, open: int });
type OutcomeRow = z.output<typeof OutcomeRow>;

function sumQuarter(rows: readonly OutcomeRow[], quarter: number): QuarterOutcomes {
  const ofQuarter = rows.filter((row) => row.quarter === quarter);
  const sumOf = (name: keyof QuarterOutcomes) => ofQuarter.reduce((sum, row) => sum + row[name], 0);
  return { delivered: sumOf("delivered"), failed: sumOf("failed"), open: sumOf("open") };
}

/** Counts purchases by the supplier that they were sent to last; 0 where they weren't sent yet. */
const countOutcomes = ({ db }: Ctx, from: SQL) =>
  readRows(db, OutcomeRow)`
    select line.network_id, line.type_id,
      coalesce(a.supplier_id, 0) as supplier_id,
      floor(extract(epoch from p.placed_at) / 900)::integer as quarter,
      count(*) filter (where p.ending in ('delivered', 'reversed'))::integer as delivered,
      count(*) filter (where p.ending = 'failed')::integer as failed,
      count(*) filter (where p.settled_at is null)::integer as open
    from purchases p join plans line on line.id = p.plan_id
    left join lateral (
      select supplier_id from attempts where purchase_id = p.id order by id desc limit 1
    ) a on true
    where p.placed_at >= ${from} group by 1, 2, 3, 4`;

const NONE_QUEUED: QueuedPurchases = { count: 0, amount: 0n };

/** Counts queued purchases by network and plan type. */
async function countQueued({ db }: Ctx): Promise<Map<string, QueuedPurchases>> {
  const rows = await readRows(db, z.object({ key: z.string(), count: int, amount: minor }))`
    select line.network_id || ' ' || line.type_id as key, count(*)::integer as count, sum(p.price) as amount
    from purchases p join plans line on line.id = p.plan_id
    where p.state = 'queued' group by 1`;
  return new Map(rows.map(({ key, count, amount }) => [key, { count, amount }]));
}

const FailureRow = z.object({
  ...LINE,
  note: z.string(),
  count: int,
  numbers: int,
  unclear: int,
  last: instant,
});
type FailureRow = z.output<typeof FailureRow>;

const countFailures = ({ db }: Ctx, from: SQL) =>
  readRows(db, FailureRow)`
    select a.supplier_id, line.network_id, line.type_id,
      coalesce(a.note, '') as note, count(*)::integer as count,
      count(distinct p.phone)::integer as numbers,
      count(*) filter (where p.state = 'unconfirmed')::integer as unclear, max(a.claimed_at) as last
    from attempts a join purchases p on p.id = a.purchase_id join plans line on line.id = p.plan_id
    where a.claimed_at >= ${from} and a.supplier_id is not null
      and a.result in ('failed', 'invalid', 'unconfirmed')
    group by 1, 2, 3, 4`;

interface FailureContext {
  lines: readonly LineView[];
  rows: readonly OutcomeRow[];
  decided: ReadonlyMap<string, Fault>;
}

/** Of so many deliveries to one failure, the failure is probably the recipient's. */
const DELIVERIES_PER_DOUBT = 10;
/** As many numbers that fail while fewer are delivered to are probably in order. */
const NUMBERS_PER_DOUBT = 5;

function groupFailures(
  failures: readonly FailureRow[],
  { lines, rows, decided }: FailureContext,
): BoardFailure[] {
  const lineOf = new Map(lines.map((line) => [toLineKey(line), line]));
  const keyed = failures.map((row) => ({ ...row, text: toFailureKey(row.note) }));
  return [...Map.groupBy(keyed, (row) => `${toLineKey(row)} ${row.text}`).values()]
    .flatMap((group) => {
      const [first] = group;
      const line = first && lineOf.get(toLineKey(first));
      if (!first || !line) return [];
      const { text } = first;
      const { supplierId, networkId, typeId, name, supplier } = line;
      const count = group.reduce((sum, row) => sum + row.count, 0);
      const unclear = group.reduce((sum, row) => sum + row.unclear, 0);
      const fault = decideFault(text, decided);
      const delivered = rows
        .filter((row) => toLineKey(row) === toLineKey(line))
        .reduce((sum, row) => sum + row.delivered, 0);
      const numbers = group.reduce((sum, row) => sum + row.numbers, 0);
      const isDecided = decided.has(text);
      const isUnlikely =
        fault === "network"
          ? count > 1 && delivered >= count * DELIVERIES_PER_DOUBT
          : numbers >= NUMBERS_PER_DOUBT && delivered < numbers;
      return {
        ...{ supplierId, networkId, typeId, name, supplier, text, count, fault, isDecided },
        state: unclear * 2 > count ? ("unconfirmed" as const) : ("failed" as const),
        last: new Date(Math.max(...group.map((row) => row.last.getTime()))),
        isDoubtful: !isDecided && isUnlikely,
      };
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_FAILURES);
}
