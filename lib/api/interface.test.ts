import { describe, expect, test } from "vitest";
import type { Plan } from "#lib/catalogue/catalogue";
import { matcher } from "./matcher.ts";
import { openapi } from "./openapi.ts";
import { FilterQuery, PurchaseRequest } from "./requests.ts";
import { takeCall } from "./take-call.ts";

describe("the description", () => {
  const document = openapi();

  test("has every path of the interface, and each reference leads somewhere", () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      "/api/balance",
      "/api/data",
      "/api/data-plans-prices/filtered",
      "/api/data/{ref}",
      "/api/data_plans",
      "/api/transactions",
    ]);
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(document.components.schemas).toHaveProperty(String(name));
    expect(text).not.toContain("$defs");
  });

  test("tells the same that the checks want", () => {
    const { schemas } = document.components;
    expect(schemas.Transaction?.required).toContain("Status");
    const buying = JSON.stringify(document.paths["/api/data"]);
    for (const name of Object.keys(PurchaseRequest.shape)) expect(buying).toContain(`"${name}"`);
    const filter = JSON.stringify(document.paths["/api/data-plans-prices/filtered"]);
    for (const name of Object.keys(FilterQuery.shape)) expect(filter).toContain(`"name":"${name}"`);
  });
});

describe("what the description says of answers", () => {
  const { paths, webhooks } = openapi();
  type Answers = Record<string, { headers: Record<string, unknown>; content?: unknown }>;
  const answers = (path: string, method = "get") =>
    (paths[path]?.[method] as { responses: Answers } | undefined)?.responses ?? {};

  test("lists may be unchanged, and carry an ETag", () => {
    for (const path of ["/api/data_plans", "/api/data-plans-prices/filtered"]) {
      expect(answers(path)["304"]?.content).toBeUndefined();
      for (const status of ["200", "304"]) expect(answers(path)[status]?.headers).toHaveProperty("ETag");
    }
  });

  test("purchases name their ref and whether it was seen before", () => {
    for (const path of ["/api/data", "/api/data/{ref}"]) {
      for (const status of ["200", "422"]) {
        const { headers } = answers(path, "post")[status] ?? {};
        expect(headers).toHaveProperty("X-Ref");
        expect(headers).toHaveProperty("Idempotency-Replayed");
      }
    }
  });

  test("whoever has to wait is told for how long; inside trouble is 503, and 500 where the document says so", () => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const { 429: many, 503: away, 500: inside } = answers(path, method);
        expect(many?.headers).toHaveProperty("Retry-After");
        if (path.endsWith("filtered")) expect([away, inside]).toEqual([undefined, expect.anything()]);
        else expect(away?.headers).toHaveProperty("Retry-After");
      }
    }
  });

  test("every message that is sent has its shape", () => {
    expect(Object.keys(webhooks)).toEqual([
      "purchase.successful",
      "purchase.failed",
      "purchase.reversed",
      "plans.changed",
      "webhook.test",
    ]);
    expect(JSON.stringify(webhooks["plans.changed"])).toContain("#/components/schemas/ChangedPlans");
  });
});

describe("price filters", () => {
  const passes = (query: FilterQuery) => matcher(query)({ amount: 39_010n } as Plan);

  test.each([
    [{ min_price: "390.10" }, true],
    [{ min_price: "390.1" }, true],
    [{ min_price: "390.101" }, false],
    [{ max_price: "390.10" }, true],
    [{ max_price: "390.099999" }, false],
    [{ max_price: "1,000" }, true],
    [{ min_price: "-5" }, true],
    [{ max_price: "-5" }, false],
    [{ min_price: ".5", max_price: "400" }, true],
  ])("%o on 390.10: %s", (query, expected) => {
    expect(passes(FilterQuery.parse(query))).toBe(expected);
  });

  test.each(["", ".", "cheap", "1,2", "1e3", "--1", "Infinity"])("%s is no price", (min_price) => {
    expect(FilterQuery.safeParse({ min_price }).success).toBe(false);
  });
});

describe("reading calls", () => {
  test("600 a minute by whichever token, then they wait for the next minute", () => {
    for (let n = 0; n < 600; n += 1) expect(takeCall({ id: 1, test: false }, 1_000).refused).toBe(false);
    expect(takeCall({ id: 1, test: false }, 31_000)).toEqual({
      limit: 600,
      remaining: 0,
      resetS: 30,
      refused: true,
    });
    expect(takeCall({ id: 2, test: false }, 31_000).refused).toBe(false);
    expect(takeCall({ id: 1, test: false }, 61_000).refused).toBe(false);
  });
});
