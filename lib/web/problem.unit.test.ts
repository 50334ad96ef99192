import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { problemOf } from "./problem.ts";
import { errorResponse } from "./route.ts";

const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
afterEach(() => written.mockClear());

test("a foreseen error keeps its words, fields and facts, and not its cause", () => {
  const error = new PortalError("price_changed", "The price changed.", {
    fields: { plan: ["now ₦500.00"] },
    facts: { price: 50_000n },
    cause: new Error("private"),
  });
  expect(problemOf(error)).toEqual({
    code: "price_changed",
    message: "The price changed.",
    fields: { plan: ["now ₦500.00"] },
    facts: { price: 50_000n },
  });
});

test("a check that a verb made itself is the reader's to mend", () => {
  const { error } = z.object({ name: z.string("Type a name.") }).safeParse({});
  expect(problemOf(error)).toMatchObject({ code: "invalid", fields: { name: ["Type a name."] } });
});

test("an unforeseen error says nothing private, and is found in the log by the number that is told", () => {
  const problem = problemOf(new Error("relation secret_table does not exist"));
  expect(problem.code).toBe("internal");
  expect(JSON.stringify(problem)).not.toContain("secret_table");
  const id = problem.code === "internal" ? problem.facts.id : "";
  expect(id).not.toBe("");
  expect(problem.message).toContain(id);
  expect(written.mock.calls.join()).toContain(id);
  expect(written.mock.calls.join()).toContain("secret_table");
});

test("a database that cannot be reached is 503 with a time to come back", async () => {
  const down = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) });
  const response = errorResponse(down);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
});

test("a statement that gave way to others is 503, to be tried again at once", () => {
  const deadlock = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "40P01" }) });
  const response = errorResponse(deadlock);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
});

test("says when to come back for everything that is unavailable", () => {
  const response = errorResponse(new PortalError("unavailable", "Not now."));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("a database that lets nobody in is unavailable, not a fault", () => {
  const locked = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "28000" }) });
  expect(errorResponse(locked).status).toBe(503);
});

test("errors are answered in the interface's shape", async () => {
  const response = errorResponse(
    new PortalError("invalid", "The given data was invalid.", {
      fields: { plan: ["The plan field is required."] },
    }),
  );
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    message: "The given data was invalid.",
    errors: { plan: ["The plan field is required."] },
  });
});
