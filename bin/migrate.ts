import "./load-env.ts";

const { migrate } = await import("#db/migrate");
const { waitForDatabase } = await import("./start/wait-for-database.ts");
const { describeError } = await import("./portal/describe-error.ts");

const url = process.env.DATABASE_URL;
try {
  if (!url) throw new Error("DATABASE_URL: set it to a postgres:// address");
  // A migration that was interrupted continues at the next call.
  await waitForDatabase(url, () => migrate(url));
  console.log("The database has the current schema.");
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
