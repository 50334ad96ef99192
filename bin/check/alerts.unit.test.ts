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

const PAGE = "docs/operate/alerts.md";
const sections = [...readFileSync(ROOT + PAGE, "utf8").matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
const labels: string[] = Object.values(ACTION_ITEM_KINDS).map(({ label }) => label);
const toLink = (section: string) =>
  `${PAGE}#${section
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-")}`;

test("every alert of Prometheus has a severity, and instructions in a section of the docs", () => {
  expect(rules.length).toBeGreaterThan(20);
  const links = sections.map(toLink);
  for (const { name, severity, summary, ...rule } of rules) {
    expect(["page", "ticket"], name).toContain(severity);
    expect(summary?.length, name).toBeGreaterThan(10);
    expect(links, name).toContain(rule.do);
  }
});

test("every action item has its own section, and every other section is an alert of Prometheus", () => {
  const rest = rules.map(({ name }) => name).filter((name) => sections.includes(name));
  expect(sections).toEqual([...labels, ...rest]);
});
