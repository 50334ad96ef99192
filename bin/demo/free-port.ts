import { once } from "node:events";
import { createServer } from "node:net";

/** The first port from `wanted` on that nobody listens on. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(`The ports from ${wanted} to ${wanted + 99} are all taken: set PORT to another one.`);
}

async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", undefined]) {
    const probe = createServer();
    try {
      probe.listen({ port, host, exclusive: true });
      await once(probe, "listening");
    } catch {
      return false;
    }
    probe.close();
    await once(probe, "close");
  }
  return true;
}
