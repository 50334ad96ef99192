import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formObject, parseInput, typedValues } from "./form.ts";

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test("a form is read by name, repeated names as a list, without the framework's fields", () => {
  const data = form(["$ACTION_REF_1", ""], ["$ACTION_KEY", "k"], ["plan", "7"], ["id", "1"], ["id", "2"]);
  expect(formObject(data)).toEqual({ plan: "7", id: ["1", "2"] });
});

test("what was typed is kept, but no password and no file", () => {
  const data = form(
    ["email", "a@b.c"],
    ["currentPassword", "x"],
    ["password", "y"],
    ["identityNumber", "22112345678"],
    ["file", new Blob(["z"])],
  );
  expect(typedValues(data)).toEqual({ email: "a@b.c" });
});

test("a control character in any field is refused at that field, whatever the schema says", () => {
  const schema = z.object({ note: z.string(), code: z.array(z.string()) });
  const fields = (raw: Record<string, unknown>) => {
    try {
      return parseInput(schema, raw);
    } catch (error) {
      return Object.keys((error as { fields: object }).fields);
    }
  };
  expect(fields({ note: "a\0b", code: ["x", "\u001b[1m"] })).toEqual(["note", "code"]);
  expect(fields({ note: "two\r\nlines\tand a tab", code: [] })).toMatchObject({ code: [] });
});

describe("a form that does not fit", () => {
  const schema = z.object({
    phone: z.string(),
    plan: z.coerce.number().int().max(9),
    network: z.enum(["1", "2"]),
    name: z.string("Type a name."),
  });
  const refusal = (raw: Record<string, unknown>) => {
    try {
      parseInput(schema, raw);
    } catch (error) {
      return error;
    }
  };

  test("says so at each field, in everyday words or the schema's own", () => {
    expect(refusal({ plan: "12", network: "7" })).toMatchObject({
      code: "invalid",
      message: "Please look at the marked fields.",
      fields: {
        phone: ["Please fill this in."],
        plan: ["At most 9."],
        network: ["Please choose one of those offered."],
        name: ["Type a name."],
      },
    });
  });

  test("with one thing wrong says just that", () => {
    expect(refusal({ phone: "1", plan: "x", network: "1", name: "n" })).toMatchObject({
      message: "This does not look right.",
      fields: { plan: ["This does not look right."] },
    });
  });
});

test("fields that the schema does not know do nothing", () => {
  expect(
    parseInput(z.object({ plan: z.coerce.number() }), { plan: "7", role: "admin", amount: "1" }),
  ).toEqual({ plan: 7 });
});
