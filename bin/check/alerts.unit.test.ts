import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { ACTION_ITEM_KINDS } from "#lib/modules";

/** One rule for each `- alert:`, with the lines below it as `key: value`. */
const rules = readFileSync(`${ROOT}ops/alerts.yml`, "utf8")
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.split("\n", 1)[0] ?? "",
    ...Object.fromEntries([...text.matchAll(/^ +(\w+): (.+)$/gm)].map(([, key, value]) => [key, value])),
  })) as { name: string; do?: string; severity?: string; for?: string; summary?: string }[];

test("every alert has a severity, and instructions in its own section of the docs", () => {
  expect(rules.length).toBeGreaterThan(20);
  for (const { name, severity, summary, ...rule } of rules) {
    expect(["page", "ticket"], name).toContain(severity);
    expect(summary?.length, name).toBeGreaterThan(10);
    const [file = "", section] = (rule.do ?? "").split("#");
    expect(section, name).toBe(name.toLowerCase());
    expect(readFileSync(ROOT + file, "utf8").split("\n"), name).toContain(`## ${name}`);
  }
});

test("every section of that page is about an alert", () => {
  const sections =
    readFileSync(`${ROOT}docs/operate/prometheus-alerts.md`, "utf8").match(/^## (.+)$/gm) ?? [];
  expect(sections.map((section) => section.slice(3))).toEqual(rules.map(({ name }) => name));
});

test("every action item has its own section, with instructions", () => {
  const sections = readFileSync(`${ROOT}docs/operate/action-required.md`, "utf8").match(/^### (.+)$/gm) ?? [];
  expect(sections.map((section) => section.slice(4))).toEqual(
    Object.values(ACTION_ITEM_KINDS).map(({ label }) => label),
  );
});
