import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseFormInput } from "./form.ts";

test("rejects a control character at its field, with any schema", () => {
  const schema = z.object({ note: z.string(), code: z.array(z.string()) });
  const fields = (raw: Record<string, unknown>) => {
    try {
      return parseFormInput(schema, raw);
    } catch (error) {
      return Object.keys((error as { fields: object }).fields);
    }
  };
  expect(fields({ note: "a\0b", code: ["x", "\u001b[1m"] })).toEqual(["note", "code"]);
  expect(fields({ note: "two\r\nlines\tand a tab", code: [] })).toMatchObject({ code: [] });
});

describe("an invalid form", () => {
  const schema = z.object({
    phone: z.string(),
    plan: z.coerce.number().int().max(9),
    network: z.enum(["1", "2"]),
    name: z.string("Enter a name."),
  });
  const rejection = (raw: Record<string, unknown>) => {
    try {
      parseFormInput(schema, raw);
    } catch (error) {
      return error;
    }
  };

  test("has a message at each field, the default or the schema's own", () => {
    expect(rejection({ plan: "12", network: "7" })).toMatchObject({
      code: "invalid",
      message: "Check the marked fields.",
      fields: {
        phone: ["Fill this in."],
        plan: ["Enter 9 or less."],
        network: ["Choose from the list."],
        name: ["Enter a name."],
      },
    });
  });

  test("says of what a limit is", () => {
    const limited = z.object({
      name: z.string().max(40),
      code: z.string().min(4),
      rows: z.array(z.string()).max(2),
      hours: z.coerce.number().min(1),
    });
    const raw = { name: "n".repeat(41), code: "abc", rows: ["a", "b", "c"], hours: "0" };
    expect(() => parseFormInput(limited, raw)).toThrow(
      expect.objectContaining({
        fields: {
          name: ["Use at most 40 characters."],
          code: ["Use at least 4 characters."],
          rows: ["Select at most 2."],
          hours: ["Enter 1 or more."],
        },
      }),
    );
  });

  test("shows the only error as the message", () => {
    expect(rejection({ phone: "1", plan: "x", network: "1", name: "n" })).toMatchObject({
      message: "This value isn’t valid. Check it.",
      fields: { plan: ["This value isn’t valid. Check it."] },
    });
  });
});

test("ignores unknown fields", () => {
  expect(
    parseFormInput(z.object({ plan: z.coerce.number() }), { plan: "7", role: "admin", amount: "1" }),
  ).toEqual({ plan: 7 });
});
