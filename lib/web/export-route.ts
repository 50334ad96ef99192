import { consumeAttempt } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import type { List } from "#lib/core/list/list";
import { dayOf } from "#lib/core/time/time";
import type { RouteAudience } from "./actor.ts";
import { defineRoute } from "./route.ts";

export type ExportableList = Pick<List<never, never>, "csv" | "fileName">;

/** Creates the route that exports a list as CSV, by the filters in the address. `list` may depend on the address. */
export function defineExportRoute<P = unknown>(
  list: ExportableList | ((ctx: Ctx, params: P) => Promise<ExportableList>),
  { audience }: { audience: RouteAudience },
) {
  return defineRoute<{ params: Promise<P> }>(
    async (ctx, request, { params }) => {
      const { csv, fileName } = typeof list === "function" ? await list(ctx, await params) : list;
      const { searchParams } = new URL(request.url);
      const rows = csv(ctx, Object.fromEntries(searchParams));
      if (ctx.actor.kind === "admin") await recordExport(ctx, ctx.actor.id, fileName, searchParams);
      return csvResponse(`${fileName}-${dayOf(new Date())}`, rows);
    },
    { audience },
  );
}

/** Maximum number of exports by an admin within an hour; each is recorded. */
const MAX_EXPORTS_PER_HOUR = 60;

/** Records an admin's export. The filters may name a person, so they are stored separately, as `text`. */
async function recordExport(ctx: Ctx, id: number, list: string, narrowed: URLSearchParams): Promise<void> {
  await consumeAttempt(ctx, [{ name: `export:${id}`, free: MAX_EXPORTS_PER_HOUR }]);
  const text = narrowed.toString();
  await recordAudit(ctx, {
    action: "list.exported",
    subject: "list",
    subjectId: list,
    after: text ? { list, text: text.slice(0, 500) } : { list },
  });
}

/** Streams CSV as a download, and reads rows only as fast as the client does. */
export function csvResponse(name: string, rows: AsyncGenerator<string>): Response {
  return new Response(toReadableStream(rows), { headers: downloadHeaders("text/csv", `${name}.csv`) });
}

/** Streams JSON as a download in the same way. */
export function jsonResponse(name: string, parts: AsyncGenerator<string>): Response {
  return new Response(toReadableStream(parts), {
    headers: downloadHeaders("application/json", `${name}.json`),
  });
}

const downloadHeaders = (type: string, name: string) => ({
  "Content-Type": `${type}; charset=utf-8`,
  "Content-Disposition": `attachment; filename="${name}"`,
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
});

function toReadableStream(rows: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
