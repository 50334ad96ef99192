import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { getRequestId, runWithRequestId } from "#lib/core/request-id";
import { openInnerDoor } from "./inner-door.ts";
import { createPageQueue } from "./page-queue.ts";

/** Serves pages in one turn, which nothing but their end gives to another. */
async function openPortal(
  page: (request: IncomingMessage, response: ServerResponse, origin: string) => unknown,
) {
  const turns = createPageQueue([1], 2 ** 31 - 1);
  const door = await openInnerDoor((request, response) => void page(request, response, door.origin));
  const serve: RequestListener = async (request, response) => {
    const turn = await turns.take(["network", "wide", "narrow"], response);
    if (typeof turn === "string") throw new Error(turn);
    await runWithRequestId(request.url ?? "", () => door.serve(turn, request, response));
  };
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    door.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, door };
}

/** As the framework does after an action: it fetches the next page with the headers of the request. */
async function redirectInside({ url, headers }: IncomingMessage, response: ServerResponse, origin: string) {
  if (url !== "/action") return response.end(`${getRequestId()} ${headers["x-sent-url"]}`);
  const next = await fetch(`${origin}/next`, { headers: headers as Record<string, string> });
  response.end(await next.text());
}

test("serves the page after a redirect in the turn of the action, while others wait for that turn", async () => {
  const { url } = await openPortal(redirectInside);
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${url}/action`).then((r) => r.text())),
  );
  expect(responses).toEqual(Array(40).fill("/action /next"));
});

test("lends the action's turn also while the page after the redirect waits outside", async () => {
  const { waitWithoutTurn } = await import("#lib/core/page-turn");
  const outside = Promise.withResolvers<void>();
  const { url } = await openPortal(async (request, response, origin) => {
    if (request.url === "/next") await waitWithoutTurn(() => outside.promise);
    await redirectInside(request, response, origin);
  });
  const waiting = fetch(`${url}/action`);
  expect(await (await fetch(`${url}/other`)).text()).toContain("/other");
  outside.resolve();
  expect(await (await waiting).text()).toBe("/action /next");
});

test("rejects requests without the secret of one that is being served", async () => {
  const secrets: string[] = [];
  const { url, door } = await openPortal((request, response) => {
    secrets.push(String(request.headers["x-outer-request"]));
    response.end("page");
  });
  const claimed = "0123456789abcdefghijkl";
  await (await fetch(url, { headers: { "X-Outer-Request": claimed } })).text();
  await (await fetch(url)).text();
  expect(secrets).toHaveLength(2);
  expect(secrets).not.toContain(claimed);
  for (const secret of [...secrets, claimed, ""]) {
    const response = await fetch(door.origin, { headers: { "X-Outer-Request": secret } });
    expect([response.status, await response.text()]).toEqual([403, ""]);
  }
  expect((await fetch(door.origin)).status).toBe(403);
  expect(secrets).toHaveLength(2);
});

test("is open to this machine only", async () => {
  const { door } = await openPortal((_request, response) => response.end());
  expect(new URL(door.origin).hostname).toBe("127.0.0.1");
});
