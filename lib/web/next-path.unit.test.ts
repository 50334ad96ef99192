import { expect, test } from "vitest";
import { safePath, signInPath } from "./next-path.ts";

test.each(["/home", "/purchases?state=failed&page=2", "/buy"])("%s is a place to go to", (path) => {
  expect(safePath(path)).toBe(path);
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
  expect(safePath(path)).toBe("/");
});

test("the way in remembers where one wanted to go", () => {
  expect(signInPath("/purchases?q=a b")).toBe("/sign-in?next=%2Fpurchases%3Fq%3Da%2520b");
  expect(signInPath(null)).toBe("/sign-in");
  expect(signInPath("//evil.test")).toBe("/sign-in");
});
