import { argon2Sync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./hash.ts";

describe("a stored password", () => {
  test("is an Argon2id PHC string of 19 MiB, two passes and one lane, salted anew each time", async () => {
    const [one, two] = await Promise.all([
      hashPassword("four nice words here"),
      hashPassword("four nice words here"),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  test("is what the algorithm says, with the parameters that the string carries", async () => {
    const phc = await hashPassword("four nice words here");
    const [, , , , salt = "", hash = ""] = phc.split("$");
    const again = argon2Sync("argon2id", {
      message: "four nice words here",
      nonce: Buffer.from(salt, "base64"),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(Buffer.from(hash, "base64")).toEqual(again);
  });

  test("is opened by the same letters only, however the keyboard composes them", async () => {
    const phc = await hashPassword("crème brûlée at ten".normalize("NFC"));
    expect(await verifyPassword("crème brûlée at ten".normalize("NFD"), phc)).toBe(true);
    expect(await verifyPassword("creme brulee at ten", phc)).toBe(false);
    expect(await verifyPassword("crème brûlée at ten ", phc)).toBe(false);
  });

  test("does not exist for nobody: no password fits", async () => {
    expect(await verifyPassword("", undefined)).toBe(false);
    expect(await verifyPassword("anything", undefined)).toBe(false);
  });
});
