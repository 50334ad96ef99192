import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { getDispatchSubject } from "./dispatch-control.ts";

/** A list of sales has at most so many bytes: 200,000 references, more than two suppliers sell in a day. */
export const MAX_SALES_BYTES = 5_000_000;
const MAX_NAMED = 5;

export const ReadReportedSalesInput = z.object({ supplierId: Id, text: z.string().max(MAX_SALES_BYTES) });

const SaleCounts = z.object({
  read: int,
  unconfirmed: int,
  delivered: int,
  /** Idents of purchases that were refunded, though they were sold. */
  refunded: z.array(z.string()),
  /** Not in this database: made after the backup. */
  absent: int,
});

/** The purchases of a supplier's list, by their state now. */
export type ReportedSales = z.output<typeof SaleCounts> & { supplier: string };

/**
 * Reads in the idents that a supplier sold since the backup, one a line. Those that are queued, or placed
 * again later, become unconfirmed at that supplier instead of being sent (`doubt_sold_purchases`), and a
 * purchase of unknown supplier gets it. For the operator's command.
 * @throws invalid with the wrong lines, conflict while anything is sent, not_found; then nothing is read.
 */
export async function readReportedSales(
  ctx: Ctx,
  input: z.input<typeof ReadReportedSalesInput>,
): Promise<ReportedSales> {
  requireSystem(ctx);
  const { supplierId, text } = ReadReportedSalesInput.parse(input);
  const idents = sql`${`{${parseIdents(text).join()}}`}::text[]`;
  return inTransaction(ctx, async (ctx) => {
    const [supplier] = await readRows(ctx.db, z.object({ name: z.string() }))`
      select name from suppliers where id = ${supplierId}`;
    if (!supplier) throw notFoundError("supplier");
    // A start waits for this, so that nothing is claimed meanwhile.
    const stopped = await ctx.db.execute(
      sql`select from dispatcher where stopped and home = database_identity() for update`,
    );
    if (stopped.length === 0)
      throw conflictError(
        "Sending isn't stopped. After a restore, start the portal once, then read in the list.",
      );
    await ctx.db.execute(sql`
      insert into reported_sales (ident, supplier_id) select unnest(${idents}),
        ${supplierId} on conflict do nothing`);
    await ctx.db.execute(sql`
      select doubt_sold_purchases(array(select id from purchases
        where ident = any (${idents}) and state = 'queued'))`);
    await ctx.db.execute(sql`
      update attempts a set supplier_id = ${supplierId}, discrepancy = null,
        note = ${`in the list of sales of ${supplier.name}`}
      from purchases p
      where p.ident = any (${idents}) and p.state in ('sending', 'unconfirmed') and a.purchase_id = p.id
        and a.supplier_id is null and a.worker = ${RESTORED_WORKER}`);
    const sales = await countSales(ctx, supplier.name, idents);
    await recordAudit(ctx, {
      ...getDispatchSubject(supplierId),
      action: "dispatch.sales_read",
      after: { ...sales, refunded: sales.refunded.length },
    });
    return sales;
  });
}

async function countSales(
  ctx: Ctx,
  supplier: string,
  idents: ReturnType<typeof sql>,
): Promise<ReportedSales> {
  const sales = await readRow(ctx.db, SaleCounts)`
    select count(*)::integer as read, count(*) filter (where p.id is null)::integer as absent,
      count(*) filter (where p.state in ('sending', 'unconfirmed'))::integer as unconfirmed,
      count(*) filter (where p.state in ('successful', 'reversed'))::integer as delivered,
      coalesce(to_jsonb(array_agg(p.ident) filter (where p.state = 'failed')), '[]') as refunded
    from unnest(${idents}) as sold (ident) left join purchases p using (ident)`;
  return { ...sales, supplier };
}

/** Reads one ident a line, each once, without regard to case. @throws invalid with the wrong lines */
function parseIdents(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().toUpperCase());
  const wrong = lines.flatMap((line, index) => (line === "" || IDENT.test(line) ? [] : [index + 1]));
  if (wrong.length > 0) {
    const more = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} more` : "";
    const numbers = wrong.slice(0, MAX_NAMED).join(", ");
    throw new PortalError(
      "invalid",
      `Nothing was read. Not a reference of this portal (DT and 16 letters or digits): line ${numbers}${more}.`,
    );
  }
  const idents = [...new Set(lines.filter(Boolean))];
  if (idents.length === 0) throw new PortalError("invalid", "Nothing was read. The list has no reference.");
  return idents;
}

/** The form of `purchase_ident`. */
const IDENT = /^DT[0-9A-F]{16}$/;
