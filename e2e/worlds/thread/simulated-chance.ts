import crypto from "node:crypto";
import dns from "node:dns";
import dnsPromises from "node:dns/promises";
import os from "node:os";

/**
 * Replaces all that differs from run to run in this thread: random numbers and bytes, the process's number, the
 * machine's name, and the addresses of hosts, none of which exists.
 */
export function simulateChance(random: () => number, machine: string, pid: number): void {
  Math.random = random;
  const fill = (bytes: Uint8Array) => {
    for (let n = 0; n < bytes.length; n++) bytes[n] = Math.floor(random() * 256);
    return bytes;
  };
  const randomBytes = (size: number, then?: (error: null, bytes: Buffer) => void) => {
    const bytes = fill(Buffer.alloc(size)) as Buffer;
    if (then) process.nextTick(then, null, bytes);
    return bytes;
  };
  const randomInt = (from: number, to?: number) => {
    const [low, high] = typeof to === "number" ? [from, to] : [0, from];
    return low + Math.floor(random() * (high - low));
  };
  const randomUUID = () => {
    const bytes = randomBytes(16);
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
  Object.assign(crypto, { randomBytes, randomInt, randomUUID, randomFillSync: fill });
  Object.assign(globalThis.crypto, { randomUUID, getRandomValues: fill });
  Object.defineProperty(process, "pid", { value: pid });
  Object.assign(os, { hostname: () => machine, availableParallelism: () => 2 });
  const notFound = (host: string) =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND", syscall: "getaddrinfo" });
  Object.assign(dns, {
    lookup(host: string, ...rest: unknown[]) {
      process.nextTick(rest.at(-1) as () => void, notFound(host));
    },
  });
  const reject = async (host: string) => Promise.reject(notFound(host));
  Object.assign(dnsPromises, { lookup: reject });
  for (const kind of ["4", "6", "Txt", "Cname", "Ns"])
    Object.assign(dnsPromises.Resolver.prototype, { [`resolve${kind}`]: reject });
}
