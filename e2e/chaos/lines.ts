import { type Door, openDoor } from "#db/testing/door";
import type { Random } from "./random.ts";

/** How often an answer of the database that names a purchase is lost: on a line that claims, and on any other. */
const LOST = { claiming: 0.05, other: 0.001 };

export interface Lines {
  /** The database's address on lines that lose answers. */
  url: string;
  /** How many answers to claims never arrived, on lines that were cut and on lines that stayed half open. */
  lost: { cut: number; silent: number };
  close(): void;
}

/**
 * Lines to a database that lose answers after what was asked is done: the line ends, or, where it claims, stands half open
 * and never says anything more.
 */
export async function openLines(url: string, random: Random): Promise<Lines> {
  const lost = { cut: 0, silent: 0 };
  const door: Door = await openDoor(url, (side, bytes, opening) => {
    if (side === "client" || !bytes.includes("DT")) return true;
    const claiming = opening.includes("portal-claims");
    if (random() >= (claiming ? LOST.claiming : LOST.other)) return true;
    if (!claiming) return false;
    const silent = random() < 0.5;
    lost[silent ? "silent" : "cut"] += 1;
    return silent ? "silence" : false;
  });
  return { url: door.url, lost, close: door.close };
}
