import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "#bin/root";

const dir = mkdtempSync(join(tmpdir(), "kiosk-two-releases-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Makes a release from a checkout of its own. @returns its file */
function makeRelease(name: string): string {
  const to = join(dir, name);
  const checkout = join(to, "checkout");
  execFileSync("git", ["clone", "--quiet", ROOT, checkout]);
  execFileSync("cp", ["-al", `${ROOT}node_modules`, join(checkout, "node_modules")]);
  rmSync(join(checkout, "node_modules/.cache"), { recursive: true, force: true });
  const flags = ["--to", to, "--key", join(dir, "release.key")];
  execFileSync(process.execPath, ["--conditions=react-server", "bin/release.ts", ...flags], {
    cwd: checkout,
  });
  const [file = ""] = globSync("*.tar.zst", { cwd: to });
  execFileSync("sh", ["-c", `mkdir files && zstd -dc ${file} | tar -x -C files`], { cwd: to });
  return join(to, file);
}

test("two checkouts at two places become the same bytes", { timeout: 3_600_000 }, () => {
  const [first, second] = [makeRelease("first"), makeRelease("second")];
  const differing = spawnSync("diff", ["-rq", "first/files", "second/files"], { cwd: dir, encoding: "utf8" });
  expect(differing.stdout).toBe("");
  for (const end of [".sha256", ".sha256.sig"])
    expect(readFileSync(first + end, "base64")).toBe(readFileSync(second + end, "base64"));
});
