import { dayOf } from "#lib/core/time";

/** CSV as a download that streams: rows are read as fast as they are taken, and no more when nobody takes them. */
export function csvResponse(name: string, rows: AsyncGenerator<string>): Response {
  return new Response(streamOf(rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${dayOf(new Date())}.csv"`,
      "Cache-Control": "private, no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

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
