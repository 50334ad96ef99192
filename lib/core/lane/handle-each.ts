import { isDatabaseDown } from "#lib/core/database-error";
import { log } from "#lib/core/log";

/**
 * Handles items one after the other; one that fails is logged by its id, and keeps none behind it from its
 * turn. Stops at once when the database is unavailable.
 * @returns the results of those that didn't fail
 * @throws the first failure, at the end
 */
export async function handleEach<Item extends { id: string | number }, Result>(
  items: Iterable<Item>,
  failureEvent: string,
  handle: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  for (const item of items)
    try {
      results.push(await handle(item));
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      log.error(failureEvent, { id: item.id, error });
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return results;
}
