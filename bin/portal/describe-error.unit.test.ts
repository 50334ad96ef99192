import { expect, test } from "vitest";
import { sealBackup, unsealBackup } from "#lib/maintenance/backup/envelope";
import { describeError } from "./describe-error.ts";

const failure = (work: Promise<unknown>) => work.then(() => undefined, describeError);

test("names the wrong key of a backup that can't be unsealed", async () => {
  async function* content() {
    yield Buffer.from("the money of a reseller");
  }
  const file = sealBackup(content(), "a key of at least thirty-two characters");
  const wrongKey = "another key of thirty-two characters";
  expect(await failure(Array.fromAsync(unsealBackup(file, wrongKey)))).toMatch(
    /^This backup can't be read: BACKUP_KEY isn't the key that it was made with/,
  );
});

test("returns the message of the database or the network, not of its wrapper", () => {
  const database = new Error('relation "purchases" does not exist');
  expect(describeError(new Error("Failed query: select 1\nparams: secret", { cause: database }))).toBe(
    database.message,
  );
  const network = new Error("connect ECONNREFUSED 127.0.0.1:1");
  expect(describeError(new TypeError("fetch failed", { cause: network }))).toBe(network.message);
});

test("names the parameter that a pooler rejects, and its setting", () => {
  const pooler = Object.assign(new Error("unsupported startup parameter: statement_timeout"), {
    code: "08P01",
  });
  expect(describeError(pooler)).toMatch(
    /rejects the parameter statement_timeout\. Set ignore_startup_parameters/,
  );
});

test("names a parameter of DATABASE_URL that the server doesn't know", () => {
  const server = Object.assign(new Error('unrecognized configuration parameter "sslfoo"'), { code: "42704" });
  expect(describeError(server)).toBe(
    "PostgreSQL doesn't know the parameter sslfoo of DATABASE_URL. Remove it there.",
  );
});

test("says why the database can't be reached", () => {
  const explain = (code: string) => describeError(Object.assign(new Error("no"), { code }));
  for (const code of ["EAI_AGAIN", "EHOSTUNREACH", "ENOTFOUND", "ECONNREFUSED"])
    expect(explain(code)).toMatch(/^The database can't be reached: [a-z]+ .*\. Check DATABASE_URL\.$/);
});
