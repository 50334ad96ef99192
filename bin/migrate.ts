import "./load-env.ts";
import { migrate } from "#db/migrate";
import { describeError } from "./portal/describe-error.ts";

const url = process.env.DATABASE_URL;
try {
  if (!url) throw new Error("DATABASE_URL: must be set to a postgres:// address");
  await migrate(url);
  console.log("The database has the present schema.");
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
