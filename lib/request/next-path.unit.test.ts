import { expect, test } from "vitest";
import { buildSignInPath, toSafePath } from "./next-path.ts";

test.each(["/home", "/purchases?state=failed&page=2", "/buy"])("accepts %s", (path) => {
  expect(toSafePath(path)).toBe(path);
});

test.each([
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "/x/..//evil.test",
  "\\/evil.test",
  "javascript:alert(1)",
  "home",
  "",
  "/sign-in?next=/home",
  "/api/auth/signout",
  "/choose-password",
  `/${"x".repeat(3000)}`,
  undefined,
  ["/home", "/buy"],
])("%s is not", (path) => {
  expect(toSafePath(path)).toBe("/");
});

test("keeps the wanted path through sign-in", () => {
  expect(buildSignInPath("/purchases?q=a b")).toBe("/sign-in?next=%2Fpurchases%3Fq%3Da%2520b");
  expect(buildSignInPath(null)).toBe("/sign-in");
  expect(buildSignInPath("//evil.test")).toBe("/sign-in");
});
