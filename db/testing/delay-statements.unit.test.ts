import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test, vi } from "vitest";
import { delayStatements } from "./delay-statements.ts";

/** Has the name of the driver's connections. */
class PoolSocket extends Socket {}

const prototype = Socket.prototype as unknown as Record<string, unknown>;
const { _write, _writev } = prototype;
afterAll(() => Object.assign(prototype, { _write, _writev }));

test("holds up some statements of a connection, keeps their order, and leaves other sockets alone", async () => {
  delayStatements("7");
  const arrived = Promise.withResolvers<string>();
  const server = createServer((socket) => arrived.resolve(text(socket)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const held = vi.spyOn(globalThis, "setTimeout");
  const line = new PoolSocket().connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(line, "connect");
  held.mockClear();
  const words = Array.from({ length: 300 }, (_, n) => `${n};`);
  for (const word of words) await new Promise((sent) => line.write(word, sent));
  // Whatever else waits in this process does so for whole milliseconds.
  const delays = held.mock.calls.filter(([, ms]) => !Number.isInteger(ms)).length;
  line.end();
  expect(await arrived.promise).toBe(words.join(""));
  expect(delays).toBeGreaterThan(0);
  expect(delays).toBeLessThan(30);
  server.close();
});
