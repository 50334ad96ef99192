import { expect, test } from "vitest";
import { formKey } from "./build-if-changed.ts";

test("builds with one secret name their forms alike, others apart, and without one each draws its own", () => {
  const [mine, again, other] = ["a secret", "a secret", "another"].map((secret) => formKey(secret));
  expect(mine).toEqual(again);
  expect(mine).not.toEqual(other);
  expect(formKey("")).toEqual({});
  const key = Buffer.from(mine?.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? "", "base64");
  expect(key).toHaveLength(32);
  expect(key.toString()).not.toContain("secret");
});
