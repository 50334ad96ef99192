import { MessageResponse } from "#lib/api/schemas";
import { formatUnknownOutcome } from "#lib/api/texts";
import { env } from "#lib/core/env";
import { REF_PATTERN } from "#lib/purchase/place/offer";
import manifest from "../../../package.json" with { type: "json" };
import { CALLER_HEADERS, HEADERS, type HeaderText, REQUEST_HEADERS } from "./header-texts.ts";
import { buildExample, type JsonSchema, toJsonSchema } from "./json-schema.ts";
import {
  COMMON_RESPONSES,
  DEFAULT_EXAMPLE_PLAN,
  EXAMPLE_REF,
  type ExamplePlan,
  OPERATIONS,
  type OperationText,
  type ResponseText,
  TAGS,
} from "./operations.ts";
import { WEBHOOK_EVENTS, type WebhookEventText } from "./webhook-events.ts";

/**
 * Builds the OpenAPI 3.1 document of the API and its webhooks from the schemas that check requests.
 * @param examplePlan the plan that its example of a purchase names.
 */
export function buildOpenApi(examplePlan = DEFAULT_EXAMPLE_PLAN) {
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  const operations = OPERATIONS.map((operation) => withExamplePlan(operation, examplePlan));
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    };
  }
  const buying = operations.find(({ id }) => id === "buy");
  if (buying) {
    const { parameters: _, ...without } = describeOperation(toOperationWithoutRef(buying), schemas);
    paths["/api/data"] = { post: without };
  }
  const responses = Object.values(COMMON_RESPONSES).map((answer) => [
    answer.name,
    describeResponse(answer, schemas, answer.unread),
  ]);
  const url = NEXTAUTH_URL.replace(/\/$/, "");
  return {
    openapi: "3.1.0",
    info: {
      title: `${PORTAL_NAME} API`,
      version: manifest.version,
      description: "Lists data plans, buys them for mobile numbers, and reports the result of each purchase.",
      contact: { name: PORTAL_NAME, url },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url }],
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      { name: "Webhooks", description: "Events sent to your address" },
    ],
    security: [{ token: [] }],
    paths,
    webhooks: Object.fromEntries(
      WEBHOOK_EVENTS.map((message) => [message.type, describeWebhookEvent(message, schemas)]),
    ),
    components: {
      schemas,
      responses: Object.fromEntries(responses),
      headers: describeHeaders({ ...REQUEST_HEADERS, ...CALLER_HEADERS, ...HEADERS }),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Created under Settings → API" },
      },
    },
  };
}

/** Puts a plan of the portal into the example of a purchase. */
export const withExamplePlan = (operation: OperationText, plan: ExamplePlan): OperationText => {
  const { path, body } = operation.example;
  return body ? { ...operation, example: { path, body: { ...body, ...plan } } } : operation;
};

/** Describes buying with a reference of the portal's: not to be repeated when the outcome is unknown. */
function toOperationWithoutRef(buying: OperationText): OperationText {
  return {
    ...buying,
    id: "buy-without-ref",
    title: "Buy data without a reference",
    answers: {
      ...buying.answers,
      500: {
        ...{ schema: MessageResponse, example: { message: formatUnknownOutcome("api-1") } },
        says: "The outcome may be unknown; the message says so. Don't repeat the call: it would buy again. Read the purchase at `/api/data/{ref}` with the reference of `X-Ref`, or repeat the request there",
        headers: ["X-Ref"],
      },
      503: {
        ...COMMON_RESPONSES[503],
        says: "We cannot answer right now, and nothing was bought: wait as `Retry-After` says",
      },
    },
  };
}

function describeOperation(operation: OperationText, schemas: Record<string, JsonSchema>) {
  const { id, tag, title, text, body, answers, example, never = [] } = operation;
  const specific = Object.entries(answers)
    .filter(([status, answer]) => !isCommonResponse(Number(status), answer))
    .map(([status, answer]) => [status, describeResponse(answer, schemas)]);
  const usual = Object.entries(COMMON_RESPONSES)
    .filter(([status]) => !never.includes(Number(status)))
    .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]);
  return {
    operationId: id,
    tags: [tag],
    summary: title,
    description: text,
    parameters: describeParameters(operation, schemas),
    ...(body && {
      requestBody: {
        required: true,
        content: describeContent(toJsonSchema(body, "input", schemas), schemas, example.body),
      },
    }),
    responses: Object.fromEntries([...usual, ...specific]),
  };
}

/** Returns whether an operation uses this status like all others. */
function isCommonResponse(status: number, { says, schema }: ResponseText): boolean {
  const common = COMMON_RESPONSES[status];
  return common?.says === says && common.schema === schema;
}

function describeResponse(
  { says, schema, headers = [], example }: ResponseText,
  schemas: Record<string, JsonSchema>,
  unread = false,
) {
  return {
    description: says,
    headers: Object.fromEntries(
      [...Object.keys(REQUEST_HEADERS), ...(unread ? [] : Object.keys(CALLER_HEADERS)), ...headers].map(
        (name) => [name, { $ref: `#/components/headers/${name}` }],
      ),
    ),
    ...(schema && { content: describeContent(toJsonSchema(schema, "output", schemas), schemas, example) }),
  };
}

/** Headers of each event, with an example. */
const WEBHOOK_HEADERS = {
  "webhook-id": "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  "webhook-timestamp": "1795352700",
  "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
};

/** Describes an event as a request to the receiver's address. */
function describeWebhookEvent({ type, says, schema }: WebhookEventText, schemas: Record<string, JsonSchema>) {
  const header = ([name, example]: [string, string]) => ({
    ...{ name, in: "header", required: true, example, schema: { type: "string" } },
  });
  return {
    post: {
      operationId: type,
      tags: ["Webhooks"],
      summary: says,
      description: says,
      security: [],
      parameters: Object.entries(WEBHOOK_HEADERS).map(header),
      requestBody: {
        required: true,
        content: describeContent(toJsonSchema(schema, "output", schemas), schemas),
      },
      responses: { "2XX": { description: "Accepted. Any other response is retried for about a day." } },
    },
  };
}

function describeContent(schema: JsonSchema, schemas: Record<string, JsonSchema>, example?: unknown) {
  return { "application/json": { schema, example: example ?? buildExample(schema, schemas) } };
}

function describeHeaders(texts: Record<string, HeaderText>) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { says, type, example, always = false }]) => [
      name,
      { description: says, required: always, schema: { type }, example },
    ]),
  );
}

function describeParameters({ path, query }: OperationText, schemas: Record<string, JsonSchema>) {
  const fields = query ? (toJsonSchema(query, "input", schemas).properties ?? {}) : {};
  const ref = {
    ...{ name: "ref", in: "path", required: true, example: EXAMPLE_REF },
    description: "Your reference: 1 to 64 of A-Z a-z 0-9 . _ - but not . or .. alone",
    schema: { type: "string", minLength: 1, maxLength: 64, pattern: REF_PATTERN.source },
  };
  return [
    ...(path.includes("{ref}") ? [ref] : []),
    ...Object.entries(fields).map(([name, { description, examples, ...schema }]) => ({
      name,
      in: "query",
      required: false,
      description,
      example: examples?.[0],
      schema,
    })),
  ];
}
