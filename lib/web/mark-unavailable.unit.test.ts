import postgres from "postgres";
import { expect, test } from "vitest";
import { anyFreePort } from "#db/embedded/free-port";
import { markUnavailable } from "./mark-unavailable.ts";

test("a page's error says that the database is away when it is, and nothing else", async () => {
  const nobody = postgres({ host: "127.0.0.1", port: await anyFreePort(), max: 1 });
  await expect(markUnavailable(nobody`select 1`)).rejects.toMatchObject({ digest: "away" });
  await nobody.end();
  const other = new Error("a mistake of ours");
  await expect(markUnavailable(Promise.reject(other))).rejects.toBe(other);
  expect(other).not.toHaveProperty("digest");
});
