// Loaded into a command by `NODE_OPTIONS=--import=…`, this counts what the command does to files, processes and
// connections, and at the event CUT_AT kills it with all that it started (or CUT_VICTIM), as a power cut does. Of a
// command that ends, CUT_COUNT gets the number of events.
import child from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const { CUT_AT, CUT_VICTIM, CUT_COUNT } = process.env;
const { writeFileSync } = fs;
let events = 0;

function count() {
  events += 1;
  // The group: its children are in it.
  if (String(events) === CUT_AT) process.kill(Number(CUT_VICTIM ?? 0), "SIGKILL");
}

const CHANGES = {
  fs: [
    fs,
    "chmodSync cpSync mkdirSync renameSync rmSync symlinkSync writeFileSync write writev fsync close".split(
      " ",
    ),
  ],
  promises: [fs.promises, "chown mkdir open rename rm unlink writeFile".split(" ")],
  processes: [child, "spawn spawnSync execFile execFileSync".split(" ")],
  connections: [net.Socket.prototype, ["write", "destroy"]],
};

for (const [owner, names] of Object.values(CHANGES))
  for (const name of names) {
    const work = owner[name];
    owner[name] = function (...args) {
      // Output is no change.
      if (this !== process.stdout && this !== process.stderr) count();
      return Reflect.apply(work, this, args);
    };
  }
syncBuiltinESMExports();

if (CUT_COUNT) process.on("exit", () => writeFileSync(CUT_COUNT, String(events)));
