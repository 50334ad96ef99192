import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Client, type ClientOptions } from "./client.ts";
import { ConnectionError, UnknownOutcomeError } from "./errors.ts";

const ORDER = { ref: "order-1", plan: 1, mobileNumber: "08031234567", network: 1 };

/** Starts a server that handles each request by the next of some steps, and closes with the test. */
async function startServer(...steps: ("cut" | "stop" | "silence")[]) {
  let requests = 0;
  const server = createServer((request) => {
    const step = steps[requests];
    requests += 1;
    if (step === "silence") return;
    if (step === "stop") server.close();
    request.socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    client: new Client({ baseUrl: `http://127.0.0.1:${port}`, token: "token" }),
    server,
    requests: () => requests,
  };
}

test("rejects an address without a scheme and a token that no header can carry", () => {
  const invalid: Partial<ClientOptions>[] = [
    { baseUrl: "portal.example" },
    { baseUrl: "localhost:3000" },
    { baseUrl: "/api" },
    { baseUrl: "https://" },
    { token: "" },
    { token: "line\nbreak" },
  ];
  for (const options of invalid)
    expect(() => new Client({ baseUrl: "https://portal.example", token: "token", ...options })).toThrow(
      TypeError,
    );
});

test("says at once that the portal can't be reached, since nothing was sent", async () => {
  const { client, server } = await startServer();
  server.close();
  await once(server, "close");
  for (const call of [() => client.buy(ORDER), () => client.readBalance()])
    await expect(call()).rejects.toThrow(ConnectionError);
});

test("says that it was aborted, without sending anything", async () => {
  const { client, server, requests } = await startServer();
  await expect(client.buy(ORDER, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(requests()).toBe(0);
  server.close();
});

test("doesn't say that nothing was sent when an earlier attempt was", async () => {
  const { client } = await startServer("stop");
  await expect(client.buy(ORDER, { deadlineMs: 1_200 })).rejects.toThrow(UnknownOutcomeError);
});
