// `npm run migration`: writes a migration from a change in db/schema. Only the newest of drizzle's snapshots
// is stored, because it reads no other.
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

const generate = ["node_modules/drizzle-kit/bin.cjs", "generate", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, generate, { cwd: ROOT, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const snapshots = globSync("db/migrations/meta/*_snapshot.json", { cwd: ROOT }).sort();
for (const older of snapshots.slice(0, -1)) rmSync(join(ROOT, older));
