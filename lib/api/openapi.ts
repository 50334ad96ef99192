import { env } from "#lib/core/env";
import { REF_PATTERN } from "#lib/purchase/place/offer";
import { HEADERS, type HeaderText, RATE_HEADERS, REQUEST_HEADERS } from "./header-texts.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { MESSAGES, type MessageText } from "./messages.ts";
import { type AnswerText, OPERATIONS, type OperationText, TAGS, USUAL } from "./operations.ts";
import { Message } from "./shapes.ts";

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
    const { parameters: _, ...without } = described(withoutRef(buying), schemas);
    paths["/api/data"] = { post: without };
  }
  const responses = Object.values(USUAL).map((answer) => [
    answer.name,
    response(answer, schemas, answer.unread),
  ]);
  const url = NEXTAUTH_URL.replace(/\/$/, "");
  return {
    openapi: "3.1.0",
    info: {
      title: `${PORTAL_NAME} API`,
      version: "1.0.0",
      description: "Lists data plans, buys them for mobile numbers, and tells what became of each purchase.",
      contact: { name: PORTAL_NAME, url },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url }],
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      { name: "Webhooks", description: "What is sent to your address" },
    ],
    security: [{ token: [] }],
    paths,
    webhooks: Object.fromEntries(MESSAGES.map((message) => [message.type, told(message, schemas)])),
    components: {
      schemas,
      responses: Object.fromEntries(responses),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Made under Developers → Tokens" },
      },
    },
  };
}

/** Buying with a reference that the portal makes: not to be repeated where the outcome is unknown. */
function withoutRef(buying: OperationText): OperationText {
  return {
    ...buying,
    id: "buy-without-ref",
    title: "Buy data without a reference",
    answers: {
      ...buying.answers,
      500: {
        says: "The outcome may be unknown: then the words say so, and to repeat the call would buy again. Read the purchase at `/api/data/{ref}` with the reference of `X-Ref`, or repeat the request there",
        schema: Message,
        headers: ["X-Ref"],
      },
      503: {
        ...USUAL[503],
        says: "We cannot answer right now, and nothing was bought: wait as `Retry-After` says",
      },
    },
  };
}

function described(operation: OperationText, schemas: Record<string, JsonSchema>) {
  const { id, tag, title, text, body, answers, example, never = [] } = operation;
  const own = Object.entries(answers)
    .filter(([status, answer]) => !isUsual(Number(status), answer))
    .map(([status, answer]) => [status, response(answer, schemas)]);
  const usual = Object.entries(USUAL)
    .filter(([status]) => !never.includes(Number(status)))
    .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]);
  return {
    operationId: id,
    tags: [tag],
    summary: title,
    description: text,
    parameters: parameters(operation, schemas),
    ...(body && {
      requestBody: {
        required: true,
        content: content(jsonSchema(body, "input", schemas), example.body),
      },
    }),
    responses: Object.fromEntries([...usual, ...own]),
  };
}

/** Whether an operation means by this status what all do. */
const isUsual = (status: number, { says }: AnswerText) => USUAL[status]?.says === says;

function response(
  { says, schema, headers = [] }: AnswerText,
  schemas: Record<string, JsonSchema>,
  unread = false,
) {
  return {
    description: says,
    headers: headersOf({
      ...REQUEST_HEADERS,
      ...(unread ? {} : RATE_HEADERS),
      ...Object.fromEntries(headers.map((name) => [name, HEADERS[name]])),
    }),
    ...(schema && { content: content(jsonSchema(schema, "output", schemas)) }),
  };
}

/** A message as the request that it is, to the address of whoever listens. */
function told({ type, says, schema }: MessageText, schemas: Record<string, JsonSchema>) {
  const header = (name: string) => ({ name, in: "header", required: true, schema: { type: "string" } });
  return {
    post: {
      operationId: type,
      tags: ["Webhooks"],
      summary: says,
      description: says,
      security: [],
      parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header),
      requestBody: { required: true, content: content(jsonSchema(schema, "output", schemas)) },
      responses: { "2XX": { description: "Taken. Anything else is tried again for about a day." } },
    },
  };
}

const content = (schema: JsonSchema, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

function headersOf(texts: Record<string, HeaderText>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { says, type, example }]) => [
      name,
      { description: says, schema: { type }, example },
    ]),
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
