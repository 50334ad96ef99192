import { expect, test } from "vitest";
import { formKey } from "./form-key.ts";

test("what seals forms is one for each secret, and does not tell it", () => {
  const [mine, again, other] = ["a secret", "a secret", "another"].map((secret) => formKey(secret));
  expect(mine).toEqual(again);
  expect(mine).not.toEqual(other);
  const key = Buffer.from(mine?.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? "", "base64");
  expect(key).toHaveLength(32);
  expect(key.toString()).not.toContain("secret");
});
