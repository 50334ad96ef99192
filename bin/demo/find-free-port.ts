import { once } from "node:events";
import { createServer } from "node:net";

/** Finds the first unused port from `wanted` on. */
export async function findFreePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port++) {
    if (await isPortFree(port)) return port;
  }
  throw new Error(`The ports from ${wanted} to ${wanted + 99} are all taken: set PORT to another one.`);
}

async function isPortFree(port: number): Promise<boolean> {
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
