import postgres from "postgres";
import { expect, test } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { markUnavailable } from "./mark-unavailable.ts";

test("marks only errors of an unavailable database", async () => {
  const nobody = postgres({ host: "127.0.0.1", port: await getFreePort(), max: 1 });
  await expect(markUnavailable(nobody`select 1`)).rejects.toMatchObject({ digest: "away" });
  await nobody.end();
  const error = new Error("a mistake of ours");
  await expect(markUnavailable(Promise.reject(error))).rejects.toBe(error);
  expect(error).not.toHaveProperty("digest");
});
