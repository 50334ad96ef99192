import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatBackupName } from "./backup-names.ts";
import { openBackupStore } from "./backup-store.ts";

const NAME = formatBackupName(new Date("2026-11-23T02:30:00Z"));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the error of a user with fewer rights than root. */
function failure(work: string): string {
  // Loaded as root: the other user may not even reach a clone below root's home.
  const program = `import { openBackupStore, readBackupFile } from "#lib/maintenance/backup/backup-store";
    if (process.getuid?.() === 0) process.setgroups([]), process.setgid(65_534), process.setuid(65_534);
    const store = openBackupStore(${JSON.stringify(folder)});
    const read = async (file) => { for await (const _ of await file) return; };
    await (${work}).then(() => console.log("read"), ({ message }) => console.log(message));`;
  const options = ["--conditions=react-server", "--import=./bin/quick-imports.ts", "--input-type=module"];
  return execFileSync(process.execPath, [...options, "-e", program], { encoding: "utf8" }).trim();
}

test("reports missing rights when a backup belongs to another user", () => {
  const path = join(folder, NAME);
  writeFileSync(path, "a backup", { mode: 0o600 });
  if (process.getuid?.() !== 0) chmodSync(path, 0o000);
  for (const work of [`read(store.get("${NAME}"))`, `read(readBackupFile(${JSON.stringify(path)}))`])
    expect(failure(work)).toMatch(new RegExp(`^${path} can't be read by this user`));
  chmodSync(folder, 0o700);
  if (process.getuid?.() !== 0) chmodSync(folder, 0o000);
  expect(failure("store.list()")).toMatch(new RegExp(`^${folder} can't be read by this user`));
  chmodSync(folder, 0o755);
});

test("reports a folder that can't be written, and a path that depends on the current folder", () => {
  const into = join(folder, "new");
  expect(failure(`openBackupStore(${JSON.stringify(into)}).put("${NAME}", [])`)).toMatch(
    new RegExp(`^${into} can't be written by this user`),
  );
  expect(() => openBackupStore("backups")).toThrow("Give a whole path");
  expect(() => openBackupStore("./backups")).toThrow("Give a whole path");
});

test("reports a missing backup", async () => {
  await expect(openBackupStore(folder).get(NAME)).rejects.toThrow(`There is no ${NAME} in ${folder}.`);
  await expect(openBackupStore(join(folder, "none")).list()).rejects.toThrow(
    `There is no folder ${join(folder, "none")}.`,
  );
});
