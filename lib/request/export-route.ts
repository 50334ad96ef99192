import { consumeAttempt } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { completeCsv } from "#lib/core/list/csv";
import type { List } from "#lib/core/list/list";
import { trackReading } from "#lib/core/reading";
import { dayOf, formatOffsetTime } from "#lib/core/time/time";
import type { RouteAudience } from "./actor.ts";
import { defineRoute } from "./route.ts";

export type ExportableList = Pick<List<never, never>, "csv" | "fileName">;

/** Creates the route that exports a list as CSV by the address's filters; `list` may depend on its address. */
export function defineExportRoute<P = unknown>(
  list: ExportableList | ((ctx: Ctx, params: P, query: URLSearchParams) => Promise<ExportableList>),
  { audience }: { audience: RouteAudience },
) {
  return defineRoute<{ params: Promise<P> }>(
    async (ctx, request, { params }) => {
      const { searchParams } = new URL(request.url);
      const { csv, fileName } =
        typeof list === "function" ? await list(ctx, await params, searchParams) : list;
      const reading = trackReading(ctx);
      const rows = csv(reading.ctx, Object.fromEntries(searchParams));
      if (ctx.actor.kind === "admin") await recordExport(ctx, ctx.actor.id, fileName, searchParams);
      return csvResponse(`${fileName}-${dayOf(new Date())}`, rows, reading.getAsOf);
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

/**
 * Streams CSV as a download, and reads rows only as fast as the client does. The last line shows that the
 * file is whole: a connection that ends early looks the same to some programs.
 * @param getAsOf the time up to which the rows are complete, once they were read; undefined for the present
 */
export function csvResponse(
  name: string,
  rows: AsyncGenerator<string>,
  getAsOf: () => Date | undefined = () => undefined,
): Response {
  const getNote = () => {
    const asOf = getAsOf();
    return asOf && `as of ${formatOffsetTime(asOf)}`;
  };
  return new Response(toReadableStream(completeCsv(rows, getNote)), {
    headers: downloadHeaders("text/csv", `${name}.csv`),
  });
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
