import { describe, expect, test } from "vitest";
import type { ZodType } from "zod";
import { FilterQuery, PurchaseBody, TransactionQuery } from "#lib/api/requests";
import type { JsonSchema } from "./json-schema.ts";
import { buildOpenApi } from "./openapi.ts";
import { COMMON_RESPONSES, OPERATIONS } from "./operations.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

const document = buildOpenApi();

describe("the OpenAPI document", () => {
  test("has every path of the API, and resolves each reference", () => {
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

  test("describes the same inputs as the checks", () => {
    const { schemas } = document.components;
    expect(schemas.Transaction?.required).toContain("Status");
    const buying = JSON.stringify(document.paths["/api/data"]);
    for (const name of Object.keys(PurchaseBody.shape)) expect(buying).toContain(`"${name}"`);
    const filter = JSON.stringify(document.paths["/api/data-plans-prices/filtered"]);
    for (const name of Object.keys(FilterQuery.shape)) expect(filter).toContain(`"name":"${name}"`);
  });
});

test("has the types and limits of the request checks", () => {
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

test("accepts each of its examples", () => {
  for (const schema of [PurchaseBody, FilterQuery, TransactionQuery])
    for (const [name, field] of Object.entries(schema.shape) as [string, ZodType][]) {
      const [example] = (field.meta()?.examples as unknown[] | undefined) ?? [];
      const sent = schema === PurchaseBody ? example : String(example);
      expect([name, example, field.safeParse(sent).success]).toEqual([name, expect.anything(), true]);
    }
});

test("names the portal's own plan in its examples of a purchase", () => {
  const { paths } = buildOpenApi({ plan: 4711, network: 3 });
  for (const path of ["/api/data", "/api/data/{ref}"]) {
    const example = expect.objectContaining({ plan: 4711, network: 3 });
    expect(paths[path]?.post).toMatchObject({
      requestBody: { content: { "application/json": { example } } },
    });
  }
});

interface ExampleContent {
  "application/json": { example: unknown };
}

describe("responses in the OpenAPI document", () => {
  const { paths, webhooks } = buildOpenApi();
  type Answers = Record<string, { headers: Record<string, unknown>; content?: ExampleContent }>;
  const shared = buildOpenApi().components.responses as Answers;
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

  test("list every status of each operation, with the request ID", () => {
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const statuses = answers(path, method);
        const away = path.endsWith("filtered") ? [] : ["503"];
        for (const status of ["200", "400", "401", "403", "405", "408", "413", "429", "431", "500", ...away])
          expect([path, method, status, statuses[status]?.headers]).toEqual([
            ...[path, method, status],
            expect.objectContaining({ "X-Request-Id": expect.anything() }),
          ]);
        expect(statuses["401"]?.headers).toHaveProperty("WWW-Authenticate");
        expect(statuses["405"]?.headers).toHaveProperty("Allow");
      }
  });

  test("have an example of each body", () => {
    let checked = 0;
    for (const { path, method, answers: own, never = [] } of OPERATIONS) {
      const described = answers(path, method.toLowerCase());
      for (const [status, { schema }] of Object.entries({ ...COMMON_RESPONSES, ...own })) {
        if (!schema || never.includes(Number(status))) continue;
        const example = described[status]?.content?.["application/json"].example;
        expect([path, status, schema.safeParse(example)]).toMatchObject([path, status, { success: true }]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(70);
  });

  test("have an example of each event", () => {
    for (const { type, schema } of WEBHOOK_EVENTS) {
      const { post } = webhooks[type] as unknown as { post: { requestBody: { content: ExampleContent } } };
      const { example } = post.requestBody.content["application/json"];
      expect([type, schema.safeParse(example)]).toMatchObject([type, { success: true }]);
    }
  });

  test("have an ETag and 304 for lists", () => {
    for (const path of ["/api/data_plans", "/api/data-plans-prices/filtered"]) {
      expect(answers(path)["304"]?.content).toBeUndefined();
      for (const status of ["200", "304"]) expect(answers(path)[status]?.headers).toHaveProperty("ETag");
    }
  });

  test("have the ref of purchases, and whether it was used before", () => {
    for (const path of ["/api/data", "/api/data/{ref}"]) {
      for (const status of ["200", "422"]) {
        const { headers } = answers(path, "post")[status] ?? {};
        expect(headers).toHaveProperty("X-Ref");
        expect(headers).toHaveProperty("Idempotency-Replayed");
      }
    }
  });

  test("have Retry-After where callers wait; internal errors are 503, or 500 where documented", () => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const { 429: many, 503: away, 500: inside } = answers(path, method);
        expect(many?.headers).toHaveProperty("Retry-After");
        if (path.endsWith("filtered")) expect([away, inside]).toEqual([undefined, expect.anything()]);
        else expect(away?.headers).toHaveProperty("Retry-After");
      }
    }
  });

  test("have the schema of every event", () => {
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
