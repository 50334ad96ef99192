import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALERTS } from "#lib/report/alert/kinds";
import { ROOT } from "../root.ts";

/** One rule for each `- alert:`, with what stands below it as `key: value`. */
const rules = readFileSync(`${ROOT}ops/alerts.yml`, "utf8")
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.split("\n", 1)[0] ?? "",
    ...Object.fromEntries([...text.matchAll(/^ +(\w+): (.+)$/gm)].map(([, key, value]) => [key, value])),
  })) as { name: string; do?: string; severity?: string; for?: string; summary?: string }[];

test("every alert says how pressing it is, and what to do in a part of the docs that is its own", () => {
  expect(rules.length).toBeGreaterThan(20);
  for (const { name, severity, summary, ...rule } of rules) {
    expect(["page", "ticket"], name).toContain(severity);
    expect(summary?.length, name).toBeGreaterThan(10);
    const [file = "", part] = (rule.do ?? "").split("#");
    expect(part, name).toBe(name.toLowerCase());
    expect(readFileSync(ROOT + file, "utf8").split("\n"), name).toContain(`## ${name}`);
  }
});

test("and every part of that page is about an alert", () => {
  const parts = readFileSync(`${ROOT}docs/operate/alerts.md`, "utf8").match(/^## (.+)$/gm) ?? [];
  expect(parts.map((part) => part.slice(3))).toEqual(rules.map(({ name }) => name));
});

test("what the portal tells by itself has its part too, with what to do", () => {
  const parts = readFileSync(`${ROOT}docs/operate/needs.md`, "utf8").match(/^### (.+)$/gm) ?? [];
  expect(parts.map((part) => part.slice(4))).toEqual(Object.values(ALERTS).map(({ label }) => label));
});
