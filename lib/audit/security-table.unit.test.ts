import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { type Action, needsPassword } from "#lib/core/action";
import { modules } from "#lib/modules";

const LABELS: Readonly<Record<string, string>> = Object.assign({}, ...modules.map(({ audit }) => audit));

const labelOf = ({ audit }: Action): string => {
  const [code = ""] = [audit ?? []].flat().filter((each) => each !== "approval_request.made");
  return LABELS[code] ?? code;
};

/** Joins the actions that need the same. */
function buildTable(): string {
  const actions = modules
    .flatMap<Action>(({ actions = {} }) => Object.values(actions))
    .filter(({ redirects }) => redirects !== null);
  const groups = Map.groupBy(actions, (action) => {
    const { permission, redirects, approval, audit } = action;
    return [
      `\`${[permission].flat().join("` and `")}\``,
      redirects,
      needsPassword(action) ? "yes" : "no",
      approval || audit?.includes("approval_request.made") ? "yes" : "no",
    ].join(" | ");
  });
  const rows = [...groups]
    .map(([key, group]) => {
      const [permission, ...rest] = key.split(" | ");
      const labels = [...new Set(group.map(labelOf))].sort().join("; ");
      return `| ${permission} | ${labels} | ${rest.join(" | ")} |`;
    })
    .sort();
  return [
    "| permission | action | of value | password | second owner |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** Removes the padding of a formatted table. */
const unpad = (text: string) => text.replace(/ *\| */g, "|").replace(/-{3,}/g, "---");

test("docs/operate/security.md lists every action that redirects something, with what it needs", () => {
  const page = readFileSync(`${ROOT}docs/operate/security.md`, "utf8");
  expect(unpad(page)).toContain(unpad(buildTable()));
});
