import fc from "fast-check";
import type { JsonSchema } from "#lib/api/openapi/json-schema";

/** The parts of the served document from which requests are generated. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; schema: JsonSchema & { pattern?: string } }[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
}

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether the document allows it: then the portal must not reject its shape. */
  isValid: boolean;
  /** Which of the test's tokens it has; undefined when it brings its own or none. */
  token: number | undefined;
}

/** Generates requests that the document allows, and as many that it doesn't. */
export function generateRequests(document: OpenApiDocument, tokens: number): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
  const token = fc.nat(tokens - 1);
  const valid = fc
    .constantFrom(...operations)
    .chain((operation) => fc.record({ call: generateValidCall(operation), token }))
    .map(({ call, token }) => ({ ...call, token, isValid: true }));
  return fc.oneof(valid, generateInvalidRequest(operations, token));
}

interface Operation {
  method: string;
  path: string;
  described: DescribedOperation;
}

const JSON_HEADERS = { "Content-Type": "application/json" };

function generateValidCall({ method, path, described }: Operation) {
  const { parameters = [], requestBody } = described;
  const query = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record({
      ref: REF,
      query: fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, generateValue(schema)])), {
        requiredKeys: [],
      }),
      body: ORDER,
    })
    .map(({ ref, query, body }) => ({
      method,
      path: path.replace("{ref}", ref) + formatQuery(Object.entries(query)),
      headers: requestBody ? JSON_HEADERS : {},
      ...(requestBody && { body: JSON.stringify(body) }),
    }));
}

const REF = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{5,63}$/);

/** Numbers of the sandbox: the second fails there. */
const ORDER = fc.record({
  plan: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 2_147_483_647 })),
  mobile_number: fc.constantFrom("08031234567", "08031230001", "+234 803 123 4568", "0803-123-4569"),
  network: fc.oneof(fc.constantFrom(1, 1, 2), fc.integer({ min: 1, max: 2_147_483_647 })),
});

/** Generates values of a parameter as its schema allows them. */
function generateValue(schema: JsonSchema & { pattern?: string; format?: string; maxLength?: number }) {
  const { type, minimum = 0, maximum = 0, pattern, maxLength } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === "integer")
    return fc.oneof(
      fc.integer({ min: minimum, max: Math.min(maximum, 10) }),
      fc.maxSafeInteger().map((number) => minimum + (Math.abs(number) % (maximum - minimum + 1))),
    );
  if (type === "number") return fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100);
  if (schema.format === "date")
    return fc
      .date({ min: new Date("2000-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const allowed = new RegExp(pattern ?? "");
  if (pattern?.startsWith("^\\d")) return fc.stringMatching(allowed);
  return fc
    .string({ unit: "grapheme", ...(maxLength !== undefined && { maxLength: maxLength / 4 }) })
    .filter((text) => allowed.test(text) && text.length <= (maxLength ?? 100));
}

const formatQuery = (entries: [string, unknown][]) =>
  entries.length === 0
    ? ""
    : `?${entries.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join("&")}`;

const hostileText = fc.oneof(
  fc.constantFrom("", "0", "-1", "1e400", "NaN", "null", "99999999999999999999", "2026-02-30", "\0", "\r\n"),
  fc.constantFrom("'", '"', "../..", "%", "<x>", "__proto__", "constructor", "١٢٣", "x".repeat(2_000)),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
);

const invalidBody = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        plan: fc.jsonValue(),
        mobile_number: fc.jsonValue(),
        network: fc.jsonValue(),
        mobile_numbr: hostileText,
        amount: fc.constantFrom(-1, 0),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom("{", "", "[", "nul", "plan=1", "[".repeat(10_000), '{"plan":1,"plan":2}', "\ufeff{}"),
  hostileText,
);

function generateInvalidRequest(operations: Operation[], token: fc.Arbitrary<number>) {
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...operations.map(({ path }) => path)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "/api",
        "/api/",
        "/api/nothing",
        "/api/data//",
        "//api/balance",
        "/api/data_plans/x",
      ),
    },
  );
  const names = operations.flatMap(({ described }) => described.parameters ?? []).map(({ name }) => name);
  return fc
    .record({
      method: fc.constantFrom("GET", "GET", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"),
      path,
      ref: fc.oneof(REF, hostileText),
      query: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), hostileText), hostileText), {
        maxLength: 4,
      }),
      suffix: fc.constantFrom("", "", "", "/", "//"),
      body: invalidBody,
      type: fc.constantFrom(
        "application/json",
        "application/json",
        "text/json",
        "text/plain",
        "a/b",
        undefined,
      ),
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom("", "Bearer", "Bearer x", "Basic eDp5", "Bearer  a b") },
      ),
      token,
    })
    .map(({ method, path, ref, query, suffix, body, type, authorization, token }): FuzzRequest => {
      const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
      const whole = path.replace("{ref}", encodeURIComponent(ref)) + suffix;
      return {
        method,
        path: whole + (method === "POST" ? "" : formatQuery(query)),
        headers: {
          ...(hasBody && type !== undefined && { "Content-Type": type }),
          ...(authorization !== undefined && { Authorization: authorization }),
        },
        ...(hasBody && { body }),
        isValid: false,
        token: authorization === undefined ? token : undefined,
      };
    });
}
