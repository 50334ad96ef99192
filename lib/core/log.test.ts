import { afterEach, expect, it, vi } from "vitest";
import { log } from "./log.ts";

afterEach(() => vi.restoreAllMocks());

function logged(facts: Record<string, unknown>): Record<string, unknown> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  log.error("it.broke", facts);
  const [line] = write.mock.calls[0] ?? [];
  expect(String(line).split("\n")).toHaveLength(2);
  return JSON.parse(String(line));
}

it("is one line of JSON, money included", () => {
  expect(logged({ ident: "DT1", price: 38_000n, text: "two\nlines" })).toMatchObject({
    level: "error",
    event: "it.broke",
    ident: "DT1",
    price: "38000",
    text: "two\nlines",
  });
});

it("tells an error with its causes, and of a failed query not the parameters", () => {
  const cause = new Error("connection lost");
  const failed = Object.assign(new Error("Failed query: select $1\nparams: canary", { cause }), {
    query: "select $1",
    params: ["canary"],
  });
  const line = logged({ error: new Error("outer", { cause: failed }) });
  expect(line).toMatchObject({
    error: { name: "Error", cause: { name: "FailedQuery", query: "select $1", cause: { name: "Error" } } },
  });
  expect(JSON.stringify(line)).not.toContain("canary");
});
