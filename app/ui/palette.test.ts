import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getContrast } from "./testing/contrast.ts";

const css = readFileSync(new URL("../look.css", import.meta.url), "utf8");
const [light = "", dark = ""] = css.split("@media screen and (prefers-color-scheme: dark)");
const coloursIn = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );

const STATES = ["good", "wait", "unsure", "bad"];
const TEXTS = ["ink", "muted", "faint", "accent", ...STATES];

describe.each([
  ["light", coloursIn(light)],
  ["dark", coloursIn(dark)],
])("the %s palette", (_scheme, colours) => {
  const between = (foreground: string, background: string) =>
    getContrast(colours[foreground] ?? "", colours[background] ?? "");

  it.each(TEXTS)("has readable %s on every background", (text) => {
    for (const ground of ["ground", "surface", "sunken"])
      expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...STATES, "accent"])("reads %s on its own soft ground", (tone) => {
    expect(between(tone, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  it("has readable text on the accent", () => {
    expect(between("on-accent", "accent")).toBeGreaterThanOrEqual(4.5);
    expect(between("on-accent", "accent-strong")).toBeGreaterThanOrEqual(4.5);
  });

  it("shows where a control ends", () => {
    for (const ground of ["ground", "surface"]) expect(between("edge", ground)).toBeGreaterThanOrEqual(3);
  });
});
