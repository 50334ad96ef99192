import { env } from "#lib/core/env";
import { REF_PATTERN } from "#lib/purchase/place/offer";
import { HEADERS, RATE_HEADERS } from "./header-texts.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { MESSAGES, type MessageText } from "./messages.ts";
import { OPERATIONS, type OperationText } from "./operations.ts";

/** The interface and the messages it sends as OpenAPI 3.1, made of the very schemas that check its requests. */
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
    info: {
      title: `${PORTAL_NAME} API`,
      version: "1.0.0",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: NEXTAUTH_URL.replace(/\/$/, "") }],
    security: [{ token: [] }],
    paths,
    webhooks: Object.fromEntries(MESSAGES.map((message) => [message.type, told(message, schemas)])),
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function described(operation: OperationText, schemas: Record<string, JsonSchema>) {
  const { id, title, text, body, answers } = operation;
  return {
    operationId: id,
    summary: title,
    description: text,
    parameters: parameters(operation, schemas),
    ...(body && { requestBody: { required: true, content: content(jsonSchema(body, "input", schemas)) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { says, schema, headers = [] }]) => [
        status,
        {
          description: says,
          headers: {
            ...(status === "401" ? {} : headersOf(RATE_HEADERS)),
            ...headersOf(Object.fromEntries(headers.map((name) => [name, HEADERS[name]]))),
          },
          ...(schema && { content: content(jsonSchema(schema, "output", schemas)) }),
        },
      ]),
    ),
  };
}

/** A message as the request that it is, to the address of whoever listens. */
function told({ type, says, schema }: MessageText, schemas: Record<string, JsonSchema>) {
  const header = (name: string) => ({ name, in: "header", required: true, schema: { type: "string" } });
  return {
    post: {
      operationId: type,
      summary: says,
      security: [],
      parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header),
      requestBody: { required: true, content: content(jsonSchema(schema, "output", schemas)) },
      responses: { "2XX": { description: "Taken. Anything else is tried again for about a day." } },
    },
  };
}

const content = (schema: JsonSchema) => ({ "application/json": { schema } });

function headersOf(texts: Record<string, { says: string; type: string }>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { says, type }]) => [name, { description: says, schema: { type } }]),
  );
}

function parameters({ path, query }: OperationText, schemas: Record<string, JsonSchema>) {
  const fields = query ? (jsonSchema(query, "input", schemas).properties ?? {}) : {};
  const ref = { type: "string", pattern: REF_PATTERN.source };
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
