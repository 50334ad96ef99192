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
const TEXTS = ["ink", "muted", "faint", "accent", "brand-strong", ...STATES];

describe.each([
  ["light", coloursIn(light)],
  ["dark", { ...coloursIn(light), ...coloursIn(dark) }],
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

  it("reads the brand's text on its soft ground", () => {
    expect(between("brand-strong", "brand-soft")).toBeGreaterThanOrEqual(4.5);
  });

  it("has readable text on actions, which stand out from the ground", () => {
    for (const action of ["action", "action-strong"])
      expect(between("on-action", action)).toBeGreaterThanOrEqual(4.5);
    for (const ground of ["ground", "surface"]) expect(between("action", ground)).toBeGreaterThanOrEqual(3);
  });

  it.each(["good", "bad"])("has readable text on the panel of a result that is %s", (tone) => {
    for (const text of ["ink", "muted"]) expect(between(text, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5);
  });

  it("shows where a control ends", () => {
    for (const ground of ["ground", "surface"]) expect(between("edge", ground)).toBeGreaterThanOrEqual(3);
  });
});

it("has readable text on the actions of a shop of any hue", () => {
  const shop = readFileSync(new URL("../s/_shop/accent.css", import.meta.url), "utf8");
  const actions = [...shop.matchAll(/--color-action[a-z-]*: (oklch\([\d. ]+)/g)].map(([, start]) => start);
  expect(actions).toHaveLength(4);
  for (const start of actions)
    for (let hue = 0; hue < 360; hue += 5)
      expect(getContrast(`${start}${hue})`, "#ffffff")).toBeGreaterThanOrEqual(4.5);
});
