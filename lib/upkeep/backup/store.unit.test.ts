import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nameAt } from "./names.ts";
import { storeAt } from "./store.ts";

const NAME = nameAt(new Date("2026-11-23T02:30:00Z"));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a user reads who may not read everything, as root may. */
function failure(work: string): string {
  // Loaded as root: the other user may not even reach a clone below root's own folder.
  const program = `import { readBackupFile, storeAt } from "#lib/upkeep/backup/store";
    if (process.getuid?.() === 0) process.setgroups([]), process.setgid(65_534), process.setuid(65_534);
    const store = storeAt(${JSON.stringify(folder)});
    const read = async (file) => { for await (const _ of await file) return; };
    await (${work}).then(() => console.log("read"), ({ message }) => console.log(message));`;
  const options = ["--conditions=react-server", "--import=./bin/quick-imports.ts", "--input-type=module"];
  return execFileSync(process.execPath, [...options, "-e", program], { encoding: "utf8" }).trim();
}

test("says that a backup may not be read when it belongs to another user", () => {
  const path = join(folder, NAME);
  writeFileSync(path, "a backup", { mode: 0o600 });
  if (process.getuid?.() !== 0) chmodSync(path, 0o000);
  for (const work of [`read(store.get("${NAME}"))`, `read(readBackupFile(${JSON.stringify(path)}))`])
    expect(failure(work)).toMatch(new RegExp(`^${path} may not be read by this user`));
  chmodSync(folder, 0o700);
  if (process.getuid?.() !== 0) chmodSync(folder, 0o000);
  expect(failure("store.list()")).toMatch(new RegExp(`^${folder} may not be read by this user`));
  chmodSync(folder, 0o755);
});

test("says that there is no such backup when there is none", async () => {
  await expect(storeAt(folder).get(NAME)).rejects.toThrow(`There is no ${NAME} in ${folder}.`);
  await expect(storeAt(join(folder, "none")).list()).rejects.toThrow(
    `There is no folder ${join(folder, "none")}.`,
  );
});
