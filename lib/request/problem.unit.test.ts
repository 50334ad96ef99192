import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { toProblem } from "./problem.ts";
import { errorResponse } from "./route.ts";

const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
afterEach(() => stderr.mockClear());

test("keeps a portal error's message, fields and facts, and not its cause", () => {
  const error = new PortalError("price_changed", "The price changed.", {
    fields: { plan: ["now ₦500"] },
    facts: { price: 50_000n },
    cause: new Error("private"),
  });
  expect(toProblem(error)).toEqual({
    code: "price_changed",
    message: "The price changed.",
    fields: { plan: ["now ₦500"] },
    facts: { price: 50_000n },
  });
});

test("returns a failed check as invalid", () => {
  const { error } = z.object({ name: z.string("Enter a name.") }).safeParse({});
  expect(toProblem(error)).toMatchObject({ code: "invalid", fields: { name: ["Enter a name."] } });
});

test("hides an unexpected error, and logs it under the returned id", () => {
  const problem = toProblem(new Error("relation secret_table does not exist"));
  expect(problem.code).toBe("internal");
  expect(JSON.stringify(problem)).not.toContain("secret_table");
  const id = problem.code === "internal" ? problem.facts.id : "";
  expect(id).not.toBe("");
  expect(problem.message).toContain(id);
  expect(stderr.mock.calls.join()).toContain(id);
  expect(stderr.mock.calls.join()).toContain("secret_table");
});

test("returns 503 with a time to retry for an unavailable database", async () => {
  const down = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) });
  const response = errorResponse(down);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
});

test("returns 503 with an immediate retry for a serialisation failure", () => {
  const deadlock = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "40P01" }) });
  const response = errorResponse(deadlock);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
});

test("returns a time to retry for everything unavailable", () => {
  const response = errorResponse(new PortalError("unavailable", "Not now."));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("returns unavailable when the database rejects connections", () => {
  const locked = new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "28000" }) });
  expect(errorResponse(locked).status).toBe(503);
});

test("returns errors in the interface's shape", async () => {
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
