import { expect, test } from "vitest";
import { deriveFormKey } from "./form-key.ts";

test("derives one key for each secret, without revealing the secret", () => {
  const [first, repeated, second] = ["a secret", "a secret", "another"].map((secret) =>
    deriveFormKey(secret),
  );
  expect(first).toEqual(repeated);
  expect(first).not.toEqual(second);
  const key = Buffer.from(first?.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? "", "base64");
  expect(key).toHaveLength(32);
  expect(key.toString()).not.toContain("secret");
});
