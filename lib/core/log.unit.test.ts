import { afterEach, expect, it, vi } from "vitest";
import { log, redirectConsole } from "./log.ts";

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

it("logs an error with its causes, and a failed query without its parameters", () => {
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

it("logs the statement of a failed query once, though two libraries report it", () => {
  const query = "select $1";
  const driver = Object.assign(new Error("duplicate key"), { query, code: "23505" });
  const failed = Object.assign(new Error(`Failed query: ${query}`, { cause: driver }), { query });
  const { error } = logged({ error: failed });
  expect(error).toEqual({ name: "FailedQuery", query, code: "23505" });
});

it("logs the output of libraries, without a failed query's parameters", () => {
  const { error, warn } = console;
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    redirectConsole();
    const failed = Object.assign(new Error("Failed query\nparams: canary"), {
      query: "select $1",
      params: ["canary"],
    });
    console.error("\u001b[31m⨯\u001b[39m", failed);
  } finally {
    Object.assign(console, { error, warn });
  }
  const line = String(write.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({ event: "console", parts: ["⨯", { name: "FailedQuery" }] });
  expect(line).not.toContain("canary");
});
