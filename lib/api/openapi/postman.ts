import type { ZodType } from "zod";
import { DEFAULT_EXAMPLE_PLAN, OPERATIONS, type OperationText, TAGS } from "./operations.ts";

/** The part of the OpenAPI document that the collection is made from. */
interface CollectionDocument {
  info: { title: string; description: string };
  servers: readonly { url: string }[];
  paths: Record<string, Record<string, unknown>>;
}

interface DescribedParameter {
  name: string;
  in: string;
  description?: string;
}

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * Builds a Postman collection (format 2.1, which Bruno and Insomnia import as well) from the OpenAPI
 * document. Set its variables `baseUrl` and `token`; `ref` names the purchase, so sending it again doesn't
 * buy again. `plan` and `network` are those of a plan of the list.
 */
export function buildPostmanCollection(
  { info, servers, paths }: CollectionDocument,
  { plan, network } = DEFAULT_EXAMPLE_PLAN,
) {
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "token", value: "" },
      { key: "ref", value: "order-1001" },
      { key: "plan", value: String(plan) },
      { key: "network", value: String(network) },
    ],
    item: Object.entries(TAGS).map(([tag, description]) => ({
      name: tag,
      description,
      item: OPERATIONS.filter((operation) => operation.tag === tag).map((operation) =>
        describeRequest(operation, paths[operation.path]?.[operation.method.toLowerCase()]),
      ),
    })),
  };
}

function describeRequest(operation: OperationText, described: unknown) {
  const { title, text, method, path, example } = operation;
  const { parameters = [] } = (described ?? {}) as { parameters?: DescribedParameter[] };
  const query = parameters.filter((parameter) => parameter.in === "query");
  const segments = path.replace("{ref}", "{{ref}}").slice(1).split("/");
  return {
    name: title,
    request: {
      method,
      description: text,
      header: [
        { key: "Accept", value: "application/json" },
        ...(example.body ? [{ key: "Content-Type", value: "application/json" }] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join("/")}`,
        host: ["{{baseUrl}}"],
        path: segments,
        ...(query.length > 0 && { query: query.map((filter) => describeFilter(filter, operation)) }),
      },
      ...(example.body && {
        body: {
          mode: "raw",
          raw: formatBody(example.body),
          options: { raw: { language: "json" } },
        },
      }),
    },
  };
}

/** Formats a body whose plan and network are variables, which become numbers. */
function formatBody(body: Record<string, unknown>): string {
  const text = JSON.stringify({ ...body, plan: "{{plan}}", network: "{{network}}" }, null, 2);
  return text.replaceAll(/"(\{\{\w+\}\})"/g, "$1");
}

/** Filters are there to be turned on. */
function describeFilter({ name, description }: DescribedParameter, { query }: OperationText) {
  const field = query?.shape[name] as ZodType | undefined;
  const [value] = (field?.meta()?.examples as unknown[] | undefined) ?? [];
  return { key: name, value: String(value ?? ""), description, disabled: true };
}
