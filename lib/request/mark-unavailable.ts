import { isDatabaseDown, isSerializationFailure } from "#lib/core/database-error";

/** The digest that tells the error page that the database is unavailable (app/ui/page/page-error.tsx). */
const UNAVAILABLE_DIGEST = "away";

/** Rethrows an error of a page, marked for the error page when the database is unavailable or too busy. */
export async function markUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && (isDatabaseDown(error) || isSerializationFailure(error)))
      Object.assign(error, { digest: UNAVAILABLE_DIGEST });
    throw error;
  }
}
