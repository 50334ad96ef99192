import { openTestProxy, type TestProxy } from "#db/testing/test-proxy";

/** How often an answer of the database that names a purchase is lost: on a line that claims, and on any other. */
const LOSS_RATES = { claiming: 0.05, other: 0.001 };

export interface LossyConnections {
  /** The database's address on lines that lose answers. */
  url: string;
  /** How many answers to claims never arrived, on lines that were cut and on lines that stayed half open. */
  lost: { cut: number; silent: number };
  close(): void;
}

/**
 * Opens connections to a database that lose responses after the statement ran: the connection ends, or, after a claim,
 * stays half open and silent.
 */
export async function openLossyConnections(url: string, random: () => number): Promise<LossyConnections> {
  const lost = { cut: 0, silent: 0 };
  const door: TestProxy = await openTestProxy(url, (side, bytes, opening) => {
    if (side === "client" || !bytes.includes("DT")) return true;
    const claiming = opening.includes("portal-claims");
    if (random() >= (claiming ? LOSS_RATES.claiming : LOSS_RATES.other)) return true;
    if (!claiming) return false;
    const silent = random() < 0.5;
    lost[silent ? "silent" : "cut"] += 1;
    return silent ? "silence" : false;
  });
  return { url: door.url, lost, close: door.close };
}
