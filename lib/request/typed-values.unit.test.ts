import { expect, test } from "vitest";
import { getTypedValues, toFormObject } from "./typed-values.ts";

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test("reads a form by name, repeated names as a list, without the framework's fields", () => {
  const data = form(["$ACTION_REF_1", ""], ["$ACTION_KEY", "k"], ["plan", "7"], ["id", "1"], ["id", "2"]);
  expect(toFormObject(data)).toEqual({ plan: "7", id: ["1", "2"] });
});

test("returns typed values without passwords and files", () => {
  const data = form(
    ["email", "a@b.c"],
    ["currentPassword", "x"],
    ["password", "y"],
    ["identityNumber", "22112345678"],
    ["file", new Blob(["z"])],
  );
  expect(getTypedValues(data)).toEqual({ email: "a@b.c" });
});
