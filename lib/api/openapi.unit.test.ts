import { describe, expect, test } from "vitest";
import { openapi } from "./openapi.ts";
import { FilterQuery, PurchaseBody } from "./requests.ts";

describe("the description", () => {
  const document = openapi();

  test("has every path of the interface, and each reference leads somewhere", () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      "/api/announcements",
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
    for (const name of Object.keys(PurchaseBody.shape)) expect(buying).toContain(`"${name}"`);
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
      "announcement.made",
      "webhook.test",
    ]);
    expect(JSON.stringify(webhooks["plans.changed"])).toContain("#/components/schemas/ChangedPlans");
  });
});
