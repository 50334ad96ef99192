import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { buildOpenApi } from "./openapi.ts";

test("passes the recommended rules of a common validator", () => {
  const dir = mkdtempSync(join(tmpdir(), "openapi-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  // A rule requires a public server address, which tests don't have.
  const document = { ...buildOpenApi(), servers: [{ url: "https://portal.test" }] };
  writeFileSync(join(dir, "openapi.json"), JSON.stringify(document));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js")),
      ...["lint", "openapi.json", "--extends=recommended", "--format=json", "--max-problems=50"],
    ],
    {
      cwd: dir,
      encoding: "utf8",
      // Stops its network requests for updates and telemetry.
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  expect(stdout, stderr).toMatch(/^\{/);
  const { problems } = JSON.parse(stdout) as { problems: { severity: string; message: string }[] };
  expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([]);
  expect(status).toBe(0);
});
