import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { trace } from "@opentelemetry/api";
import { expect, onTestFinished, test } from "vitest";
import { startTraces } from "./traces.ts";

test("sends all traces to the collector before it stops", async () => {
  const requests: { url: string | undefined; body: string }[] = [];
  const collector = createServer(async (request, response) => {
    requests.push({ url: request.url, body: await text(request) });
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void collector.close());
  const traces = startTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`);
  trace.getTracer("test").startSpan("a page").end();
  await traces.stop();
  expect(requests).toEqual([{ url: "/v1/traces", body: expect.stringContaining('"name":"a page"') }]);
  expect(requests[0]?.body).toContain('{"key":"service.name","value":{"stringValue":"kiosk"}}');
});
