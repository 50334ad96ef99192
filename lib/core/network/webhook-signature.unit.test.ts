import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { isSigned } from "./webhook-signature.ts";

it("a secret that is not set, or empty, signs nothing", () => {
  const raw = Buffer.from("paid");
  const signed = (secret: string) => createHmac("sha512", secret).update(raw).digest("hex");
  const how = { hash: "sha512", encoding: "hex" } as const;
  expect(isSigned(raw, signed(""), ["", undefined], how)).toBe(false);
  expect(isSigned(raw, signed("old"), ["new", ""], how)).toBe(false);
  expect(isSigned(raw, signed("old"), ["new", "old"], how)).toBe(true);
});
