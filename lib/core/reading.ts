import type { Ctx, Reading, ReadReplica } from "./context.ts";

/**
 * Reads what may be a minute old from the replica, where the context has one. Wallets and the state of a
 * purchase aren't read by it: their reader acts on them.
 */
export async function readFromReplica<C extends Ctx, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<Reading<T>> {
  if (!ctx.readReplica) return { value: await work(ctx), asOf: undefined };
  return ctx.readReplica((db) => work({ ...ctx, db, readReplica: undefined }));
}

/** Returns a context whose reads from the replica report the first time up to which it was complete. */
export function trackReading<C extends Ctx>(ctx: C): { ctx: C; getAsOf: () => Date | undefined } {
  const { readReplica } = ctx;
  let asOf: Date | undefined;
  if (!readReplica) return { ctx, getAsOf: () => undefined };
  const tracked: ReadReplica = async (work) => {
    const reading = await readReplica(work);
    asOf ??= reading.asOf;
    return reading;
  };
  return { ctx: { ...ctx, readReplica: tracked }, getAsOf: () => asOf };
}
