import type { Ctx } from "./context.ts";

/**
 * Creates a reader whose result all callers in this process share for some ms, because it is dear and the
 * same for everyone. A failure isn't kept.
 */
export function shareResult<Key, Result>(ms: number, read: (ctx: Ctx, key: Key) => Promise<Result>) {
  const shared = new Map<Key, { until: number; result: Promise<Result> }>();
  return (ctx: Ctx, key: Key): Promise<Result> => {
    const present = shared.get(key);
    if (present && Date.now() < present.until) return present.result;
    const entry = { until: Date.now() + ms, result: read(ctx, key) };
    shared.set(key, entry);
    entry.result.catch(() => {
      if (shared.get(key) === entry) shared.delete(key);
    });
    return entry.result;
  };
}
