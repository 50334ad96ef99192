import { expect, test } from "vitest";
import { PortalError } from "#lib/core/error";
import { checkPasswordStrength } from "./check-password-strength.ts";

const rejection = (password: string) =>
  checkPasswordStrength(password, { email: "rita.bello@fastmail.test", name: "Renée O'Neill" }).then(
    () => undefined,
    (error: PortalError) => error.fields.password?.[0],
  );

test.each([
  ["short", "at least 10"],
  ["😀😀😀😀😀😀😀😀😀", "at least 10"],
  ["x".repeat(201), "at most 200"],
  ["rita.bello@fastmail.test", "email"],
  ["my rita.bello@fastmail.test", "email"],
  ["Rita.Bello1!", "email"],
  ["b3ll0-rit4-2024", "email"],
  ["bellobello77", "email"],
  ["***fastmail***", "email"],
  ["Renee-1984-05-17", "your name"],
  ["RENÉE!!!!!!!", "your name"],
  ["0ne1ll renee", "your name"],
  ["xx-oneill-99", "your name"],
  ["Kiosk2026!!", "portal's name"],
  ["k1osk-k1osk-k1osk", "portal's name"],
  ["!!K.I.O.S.K!!", "portal's name"],
  ["k10sk_123456", "portal's name"],
  ["$$kio5k$$2013", "portal's name"],
  ["localhost:3000", "portal's name"],
  ["qwertyuiop", "easy to guess"],
  ["Password123", "easy to guess"],
  ["PASSWORD2024!", "easy to guess"],
  ["ｐａｓｓｗｏｒｄ１２３", "easy to guess"],
  ["aaaaaaaaaaaaaaa", "easy to guess"],
  ["abababababab", "easy to guess"],
  ["abcdefghijk", "easy to guess"],
  ["zyxwvutsrqp", "easy to guess"],
  ["asdfghjkl;'", "easy to guess"],
  ["Lagos2026!", "easy to guess"],
  ["Kaduna1990?", "easy to guess"],
  ["Blessing2025", "easy to guess"],
  ["1qaz2wsx3edc", "easy to guess"],
  ["@4$5".repeat(50), "easy to guess"],
])("rejects %s", async (password, problem) => {
  expect(await rejection(password)).toContain(problem);
});

test.each([
  "green boat on the hill",
  "x7!Kq-92mZw",
  "k7mq-29hx-pp9y-22t7",
  "нова пошта завтра",
  "renee keeps goats",
  "kiosk of seven",
  "1739 5028 6641",
  `${"a".repeat(30)} lantern field bread`,
])("%s is taken", async (password) => {
  expect(await rejection(password)).toBeUndefined();
});

test("reports the error at the given field", async () => {
  const error = await checkPasswordStrength("short", { email: "a@b.c", name: "A" }, "newPassword").catch(
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(PortalError);
  expect(Object.keys(error.fields)).toEqual(["newPassword"]);
});
