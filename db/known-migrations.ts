import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** The times at which the migrations were made; read from their list alone, so that pages have it too. */
export const listKnownMigrations = (): readonly number[] => journal.entries.map(({ when }) => when);
