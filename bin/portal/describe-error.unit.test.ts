import { expect, test } from "vitest";
import { disclose, enclose } from "#lib/upkeep/backup/envelope";
import { describeError } from "./describe-error.ts";

const failure = (work: Promise<unknown>) => work.then(() => undefined, describeError);

test("says which key is wrong when a backup cannot be unsealed", async () => {
  async function* content() {
    yield Buffer.from("the money of a reseller");
  }
  const file = enclose(content(), "a key of at least thirty-two characters");
  const other = "another key of thirty-two characters";
  expect(await failure(Array.fromAsync(disclose(file, other)))).toMatch(
    /^This backup cannot be read: BACKUP_KEY is not the key that it was made with/,
  );
});

test("says what the database or the network said, not what carried it", () => {
  const database = new Error('relation "purchases" does not exist');
  expect(describeError(new Error("Failed query: select 1\nparams: secret", { cause: database }))).toBe(
    database.message,
  );
  const network = new Error("connect ECONNREFUSED 127.0.0.1:1");
  expect(describeError(new TypeError("fetch failed", { cause: network }))).toBe(network.message);
});
