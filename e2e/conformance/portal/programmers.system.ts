import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#bin/root";
import { expect, test } from "#e2e/conformance/fixtures";
import { TEST_NUMBERS } from "#lib/api/test-mode/test-outcomes";

const execFileAsync = promisify(execFile);
const page = readFileSync(join(ROOT, "docs/programmers.md"), "utf8");
const codeBlocks = [...page.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({
  kind,
  text,
}));

test("every command of the page for programmers answers as the page shows", async ({ portal }) => {
  const { url, token } = await portal.open({ test: true });
  let response: unknown;
  let compared = 0;
  for (const { kind, text } of codeBlocks) {
    if (kind === "sh")
      for (const command of text.split(/^(?=curl|export)/m).filter((part) => part.startsWith("curl"))) {
        const { stdout } = await execFileAsync("sh", ["-c", command], {
          env: { ...process.env, PORTAL: url, TOKEN: token, PLAN: "1", NETWORK: "1" },
        });
        response = JSON.parse(stdout);
        expect(response).toHaveProperty(stdout.includes('"errors"') ? "errors" : "data");
      }
    if (kind !== "json") continue;
    expect(describeShape(response)).toEqual(describeShape(JSON.parse(text)));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(2);
});

/** Describes the parts of a response that clients rely on: names, types of values and states. */
function describeShape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => (name === "ref" ? item : describeShape(item)));
  if (typeof value !== "object" || value === null) return name === "Status" ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describeShape(item, key)]));
}

test("the numbers that the page names are those that a test token knows", () => {
  const named = [...page.matchAll(/^\| (\d{4}) /gm)].map(([, digits]) => digits);
  expect(named.sort()).toEqual(Object.keys(TEST_NUMBERS).sort());
});
