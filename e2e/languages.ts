import { spawnSync } from "node:child_process";
import { installPackages } from "./system-packages.ts";

export type ExampleProgram = "sh" | "node" | "python3" | "php";

/** The packages of a program, and a call that succeeds when it has what the examples need. */
const PROGRAMS: Record<ExampleProgram, { packages: string[]; check: [string, ...string[]] }> = {
  sh: { packages: ["curl", "openssl"], check: ["sh", "-c", "curl --version && openssl version"] },
  node: { packages: [], check: [process.execPath, "--version"] },
  python3: { packages: ["python3"], check: ["python3", "--version"] },
  php: {
    packages: ["php-cli", "php-curl"],
    check: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
  },
};

/** The time limit of an installation. */
export const INSTALL_MS = 600_000;

const isInstalled = (program: ExampleProgram): boolean => {
  const [command, ...args] = PROGRAMS[program].check;
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
};

/** Installs what a program of the examples needs, unless it is there. @throws Error saying what to install */
export async function installLanguage(program: ExampleProgram): Promise<void> {
  if (isInstalled(program)) return;
  await installPackages(PROGRAMS[program].packages, INSTALL_MS);
  if (isInstalled(program)) return;
  throw new Error(
    `The tests of examples need ${PROGRAMS[program].packages.join(" and ")}: please install them.`,
  );
}
