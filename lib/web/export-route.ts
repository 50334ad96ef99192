import { takeTry } from "#lib/account/throttle";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import type { List } from "#lib/core/list";
import { dayOf } from "#lib/core/time";
import type { Who } from "./actor.ts";
import { route } from "./route.ts";

type Exported = Pick<List<never, never>, "csv" | "fileName">;

/** The route of a list's file: what the filters in the address find, as CSV. `list` may depend on the address. */
export function exportRoute<P = unknown>(
  list: Exported | ((ctx: Ctx, params: P) => Promise<Exported>),
  { who }: { who: Who },
) {
  return route<{ params: Promise<P> }>(
    async (ctx, request, { params }) => {
      const { csv, fileName } = typeof list === "function" ? await list(ctx, await params) : list;
      const { searchParams } = new URL(request.url);
      const rows = csv(ctx, Object.fromEntries(searchParams));
      if (ctx.actor.kind === "admin") await recordExport(ctx, ctx.actor.id, fileName, searchParams);
      return csvResponse(`${fileName}-${dayOf(new Date())}`, rows);
    },
    { who },
  );
}

/** Files that an admin may take within an hour before they have to wait: nobody reads more, and each is on record. */
const EXPORTS = 60;

/** Notes what an admin takes out of the portal. What it was narrowed by may name a person: that stands apart, as `text`. */
async function recordExport(ctx: Ctx, id: number, list: string, narrowed: URLSearchParams): Promise<void> {
  await takeTry(ctx, [{ name: `export:${id}`, free: EXPORTS }]);
  const text = narrowed.toString();
  await record(ctx, {
    ...{ action: "list.exported", subject: "list", subjectId: list },
    after: text ? { list, text: text.slice(0, 500) } : { list },
  });
}

/** CSV as a download that streams: rows are read as fast as they are taken, and no more when nobody takes them. */
export function csvResponse(name: string, rows: AsyncGenerator<string>): Response {
  return new Response(streamOf(rows), { headers: downloadHeaders("text/csv", `${name}.csv`) });
}

/** JSON as a download that streams in the same way. */
export function jsonResponse(name: string, parts: AsyncGenerator<string>): Response {
  return new Response(streamOf(parts), { headers: downloadHeaders("application/json", `${name}.json`) });
}

const downloadHeaders = (type: string, name: string) => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Content-Disposition": `attachment; filename="${name}"`,
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
});

function streamOf(rows: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await rows.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await rows.return(undefined);
    },
  });
}
