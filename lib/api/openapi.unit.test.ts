import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import type { JsonSchema } from "./json-schema.ts";
import { openapi } from "./openapi.ts";
import { FilterQuery, PurchaseBody, TransactionQuery } from "./requests.ts";

const document = openapi();

describe("the description", () => {
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

test("says the types and bounds that requests are checked against", () => {
  const { paths } = document;
  interface Described {
    parameters: { name: string; schema: JsonSchema & Record<string, unknown> }[];
    requestBody: { content: { "application/json": { schema: { properties: Record<string, JsonSchema> } } } };
  }
  const operation = (path: string, method: string) => paths[path]?.[method] as Described;
  const buying = operation("/api/data/{ref}", "post").requestBody.content["application/json"].schema;
  expect(buying.properties).toMatchObject({
    plan: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
    mobile_number: { type: "string", minLength: 1 },
    network: { type: "integer", minimum: 1, maximum: 2_147_483_647 },
  });
  const types = (path: string) =>
    Object.fromEntries(operation(path, "get").parameters.map(({ name, schema }) => [name, schema.type]));
  expect(types("/api/data-plans-prices/filtered")).toEqual({
    ...{ mobile_network: "integer", data_plan_type: "integer", validity: "string" },
    ...{ min_price: "number", max_price: "number" },
  });
  expect(types("/api/transactions")).toMatchObject({ network: "integer", plan: "integer", limit: "integer" });
  const limit = operation("/api/transactions", "get").parameters.find(({ name }) => name === "limit");
  expect(limit?.schema).toMatchObject({ minimum: 1, maximum: 100, default: 50 });
  expect(JSON.stringify(document)).not.toContain('"wire"');
});

test("takes every example that it gives", () => {
  for (const schema of [PurchaseBody, FilterQuery, TransactionQuery])
    for (const [name, field] of Object.entries(schema.shape) as [string, ZodType][]) {
      const [example] = (field.meta()?.examples as unknown[] | undefined) ?? [];
      const sent = schema === PurchaseBody ? example : String(example);
      expect([name, example, field.safeParse(sent).success]).toEqual([name, expect.anything(), true]);
    }
});

describe("what the description says of answers", () => {
  const { paths, webhooks } = openapi();
  type Answers = Record<string, { headers: Record<string, unknown>; content?: unknown }>;
  const shared = openapi().components.responses as Answers;
  const answers = (path: string, method = "get"): Answers => {
    const { responses = {} } = (paths[path]?.[method] ?? {}) as {
      responses?: Record<string, { $ref?: string }>;
    };
    const resolved = ({ $ref, ...answer }: { $ref?: string }) =>
      shared[$ref?.split("/").at(-1) ?? ""] ?? answer;
    return Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, resolved(one)]),
    ) as Answers;
  };

  test("every operation has every status that can be answered, and each names its request", () => {
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const told = answers(path, method);
        const away = path.endsWith("filtered") ? [] : ["503"];
        for (const status of ["200", "400", "401", "403", "405", "408", "413", "429", "431", "500", ...away])
          expect([path, method, status, told[status]?.headers]).toEqual([
            ...[path, method, status],
            expect.objectContaining({ "X-Request-Id": expect.anything() }),
          ]);
        expect(told["401"]?.headers).toHaveProperty("WWW-Authenticate");
        expect(told["405"]?.headers).toHaveProperty("Allow");
      }
  });

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
