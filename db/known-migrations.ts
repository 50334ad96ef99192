import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** By when they were made; read from their list alone, so that pages have it too. */
export const knownMigrations = (): readonly number[] => journal.entries.map(({ when }) => when);
