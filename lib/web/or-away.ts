import { isDatabaseDown } from "#lib/core/error";

/** What the error pages are told by, when it is only that the database cannot be reached. */
const AWAY = "away";

/** Passes an error of a page on; one that says the database is away carries that to the error page. */
export async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && isDatabaseDown(error)) Object.assign(error, { digest: AWAY });
    throw error;
  }
}
