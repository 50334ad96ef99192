import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "./config.ts";
import { run } from "./machine.ts";

const START_TIMEOUT_S = 300;
/** A process that ends so often does not get ready. */
const MAX_RESTARTS = 4;

/** Returns whether the portal's process serves. */
export async function isReady(): Promise<boolean> {
  const { PORT = "3000" } = readConfig();
  const signal = AbortSignal.timeout(8_000);
  return fetch(`http://127.0.0.1:${PORT}/api/ready`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Waits until the portal is ready. @throws Error that says where to look */
export async function waitUntilReady(): Promise<void> {
  for (let left = START_TIMEOUT_S; !(await isReady()); left--) {
    if (left === 0 || countRestarts() > MAX_RESTARTS)
      throw new Error("The portal doesn't start: journalctl -u kiosk says why.");
    await pause(1_000);
  }
}

/** Counts the times that systemd had to start it since the last start by a person. */
const countRestarts = (): number =>
  Number(run("systemctl", ["show", "--property=NRestarts", "--value", "kiosk"]));
