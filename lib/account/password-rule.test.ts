import { expect, test } from "vitest";
import { PortalError } from "#lib/core/error";
import { checkPassword } from "./password-rule.ts";

const refusal = (password: string) =>
  checkPassword(password, "rita.bello@kiosk.test").then(
    () => undefined,
    (error: PortalError) => error.fields.password?.[0],
  );

test.each([
  ["short", "at least 10"],
  ["😀😀😀😀😀😀😀😀😀", "at least 10"],
  ["x".repeat(201), "at most 200"],
  ["rita.bello@kiosk.test", "e-mail"],
  ["my rita.bello@kiosk.test", "e-mail"],
  ["Rita.Bello1!", "e-mail"],
  ["qwertyuiop", "known"],
  ["Password123", "known"],
  ["PASSWORD2024!", "known"],
  ["ｐａｓｓｗｏｒｄ１２３", "known"],
  ["aaaaaaaaaaaaaaa", "known"],
  ["abababababab", "known"],
])("%s is refused", async (password, why) => {
  expect(await refusal(password)).toContain(why);
});

test.each(["green boat on the hill", "x7!Kq-92mZw", "k7mq-29hx-pp9y-22t7", "нова пошта завтра"])(
  "%s is taken",
  async (password) => {
    expect(await refusal(password)).toBeUndefined();
  },
);

test("the refusal stands at the field that is named", async () => {
  const error = await checkPassword("short", "a@b.c", "newPassword").catch((caught) => caught);
  expect(error).toBeInstanceOf(PortalError);
  expect(Object.keys(error.fields)).toEqual(["newPassword"]);
});
