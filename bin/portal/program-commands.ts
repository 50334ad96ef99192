import type { MachineCommand } from "./command.ts";

/** Runs a program of `bin` in this process, as if it had been started without arguments. */
const runProgram = async (load: () => Promise<unknown>) => {
  process.argv.length = 2;
  await load();
  return undefined;
};

/** The programs that units and containers start; `bin/kiosk` starts them without other commands. */
export const PROGRAM_COMMANDS: Record<string, MachineCommand> = {
  start: {
    usage: "",
    does: "runs the portal in this process, with the roles of PORTAL_ROLES, until it is stopped",
    act: () => runProgram(() => import("../start.ts")),
  },
  worker: {
    usage: "",
    does: "runs only the background work in this process, until it is stopped",
    act: () => runProgram(() => import("../worker.ts")),
  },
  migrate: {
    usage: "",
    does: "brings the database to the schema of this version, also while the portal runs; continues an interrupted migration",
    act: () => runProgram(() => import("../migrate.ts")),
  },
  probe: {
    usage: "",
    does: "exits with 0 if the process on this machine is ready",
    act: () => runProgram(() => import("../probe.ts")),
  },
};
