import { argon2Sync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "./hash-password.ts";

/** Other tests hash at a lower cost, which takes both variables. */
beforeEach(() => void vi.stubEnv("BOUNDS_FACTOR", undefined));
afterEach(() => void vi.unstubAllEnvs());

describe("a stored password", () => {
  test("is an Argon2id PHC string of 19 MiB, two passes and one lane, with a new salt each time", async () => {
    const [first, second] = await Promise.all([
      hashPassword("four nice words here"),
      hashPassword("four nice words here"),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
  });

  test("matches the algorithm with the parameters in the string", async () => {
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

  test("matches the same letters only, in any Unicode composition", async () => {
    const phc = await hashPassword("crème brûlée at ten".normalize("NFC"));
    expect(await verifyPassword("crème brûlée at ten".normalize("NFD"), phc)).toBe(true);
    expect(await verifyPassword("creme brulee at ten", phc)).toBe(false);
    expect(await verifyPassword("crème brûlée at ten ", phc)).toBe(false);
  });

  test("matches no password without a hash", async () => {
    expect(await verifyPassword("", undefined)).toBe(false);
    expect(await verifyPassword("anything", undefined)).toBe(false);
  });
});
