import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { formatVariable, listMissing } from "./config.ts";

test.each([
  "plain",
  "a+b/c=",
  "with $dollar and # sign",
  "it's",
  'a "quoted" word',
  "postgres://u:p@h:1/n?x=y",
])("%s is read back from a configuration as it was written", (value) => {
  expect(parseEnv(`${formatVariable("NAME", value)}\nNEXT=1\n`)).toEqual({ NAME: value, NEXT: "1" });
});

test.each(["both ' and \"", "back\\slash", "two\nlines"])("%j needs a file", (value) => {
  expect(() => formatVariable("NAME", value)).toThrow("set NAME_FILE");
});

test("a variable in a file isn't missing", () => {
  const config = { A: "1", B_FILE: "/run/b", C: "" };
  expect(listMissing(config, { A: "2", B: "2", C: "2", D: "2" })).toEqual(["C", "D"]);
});
