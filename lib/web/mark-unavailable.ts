import { isDatabaseDown } from "#lib/core/error";

/** The digest by which the error page knows that the database cannot be reached (app/ui/broken.tsx). */
const AWAY = "away";

/** Rethrows an error of a page, marked for the error page when it means that the database is away. */
export async function markUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && isDatabaseDown(error)) Object.assign(error, { digest: AWAY });
    throw error;
  }
}
