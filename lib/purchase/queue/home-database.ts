import { type SQL, sql } from "drizzle-orm";

/**
 * The condition on the dispatcher's row that this is the database that sending last ran in, or that it never
 * ran; see `stopIfRestored`.
 */
export const isHomeDatabase = (): SQL => sql`(home is null or home = database_identity())`;
