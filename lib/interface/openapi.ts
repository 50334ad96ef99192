import { env } from "#lib/core/env";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { OPERATIONS, type OperationText } from "./operations.ts";

const RATE_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

/** The interface as OpenAPI 3.1, made of the very schemas that check its requests. */
export function openapi() {
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation, schemas),
    };
  }
  const buying = OPERATIONS.find(({ id }) => id === "buy");
  if (buying) {
    const { parameters: _, ...without } = described(buying, schemas);
    paths["/api/data"] = { post: { ...without, operationId: "buy-without-ref" } };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${PORTAL_NAME} API`, version: "1.0.0" },
    servers: [{ url: NEXTAUTH_URL.replace(/\/$/, "") }],
    security: [{ token: [] }],
    paths,
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function described(operation: OperationText, schemas: Record<string, JsonSchema>) {
  const { id, title, text, body, answers } = operation;
  const content = (schema: JsonSchema) => ({ "application/json": { schema } });
  return {
    operationId: id,
    summary: title,
    description: text,
    parameters: parameters(operation, schemas),
    ...(body && { requestBody: { required: true, content: content(jsonSchema(body, "input", schemas)) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { says, schema }]) => [
        status,
        {
          description: says,
          headers: Object.fromEntries(RATE_HEADERS.map((name) => [name, { schema: { type: "integer" } }])),
          content: content(jsonSchema(schema, "output", schemas)),
        },
      ]),
    ),
  };
}

function parameters({ path, query }: OperationText, schemas: Record<string, JsonSchema>) {
  const fields = query ? (jsonSchema(query, "input", schemas).properties ?? {}) : {};
  const ref = { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" };
  return [
    ...(path.includes("{ref}") ? [{ name: "ref", in: "path", required: true, schema: ref }] : []),
    ...Object.entries(fields).map(([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: false,
      description,
      schema,
    })),
  ];
}
