import type { JsonSchema } from "#lib/api/openapi/json-schema";

/** The part of the OpenAPI document that types are made from. */
export interface TypedDocument {
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, JsonSchema> };
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Partial<Content>>;
}

interface Content {
  content: { "application/json": { schema: JsonSchema } };
}

const NOTE =
  "// Written by `npm run generate` from the portal's OpenAPI document: change its schemas instead.";

/**
 * Formats the document's shapes as TypeScript: each named schema,
 * each operation's query, body and response, and the events.
 */
export function formatTypes({ paths, webhooks, components }: TypedDocument): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[]);
  const events = Object.entries(webhooks).map(([type, methods]) => ({
    name: `${toPascal(type)}Event`,
    schema: getSchema((methods as { post: Operation }).post.requestBody),
  }));
  const eventNames = events.map(({ name }) => `  | ${name}`);
  const declarations = [
    ...Object.entries(components.schemas).map(([name, schema]) => formatDeclaration(name, schema)),
    ...operations.flatMap(formatOperation),
    ...events.map(({ name, schema }) => formatDeclaration(name, schema)),
    `/** Any event of a webhook. */\nexport type WebhookEvent =\n${eventNames.join("\n")};`,
  ];
  return `${NOTE}\n\n${declarations.join("\n\n")}\n`;
}

function formatOperation({ operationId, parameters = [], requestBody, responses }: Operation): string[] {
  const name = toPascal(operationId);
  const query = parameters.filter((parameter) => parameter.in === "query");
  const properties = query.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return [
    ...(query.length > 0
      ? [formatDeclaration(`${name}Query`, { type: "object", properties: Object.fromEntries(properties) })]
      : []),
    ...(requestBody ? [formatDeclaration(`${name}Body`, getSchema(requestBody))] : []),
    ...(responses[200]?.content
      ? [formatDeclaration(`${name}Response`, getSchema(responses[200] as Content))]
      : []),
  ];
}

const getSchema = (content: Content | undefined): JsonSchema =>
  content?.content["application/json"].schema ?? {};

function formatDeclaration(name: string, schema: JsonSchema): string {
  const note = schema.description ? `/** ${schema.description} */\n` : "";
  return schema.properties
    ? `${note}export interface ${name} ${formatType(schema)}`
    : `${note}export type ${name} = ${formatType(schema)};`;
}

function formatType(schema: JsonSchema, indent = ""): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map((variant) => formatType(variant, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => formatType(part, indent)).join(" & ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => formatType({ ...schema, type }, indent)).join(" | ");
  if (schema.type === "array") {
    const item = schema.items ? formatType(schema.items, indent) : "unknown";
    return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object" || schema.properties) return formatObject(schema, indent);
  return SCALARS[schema.type ?? ""] ?? "unknown";
}

const SCALARS: Record<string, string> = {
  integer: "number",
  number: "number",
  string: "string",
  boolean: "boolean",
  null: "null",
};

function formatObject(
  { properties, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string {
  const inner = `${indent}  `;
  if (!properties)
    return typeof additionalProperties === "object"
      ? `Record<string, ${formatType(additionalProperties, indent)}>`
      : "Record<string, unknown>";
  const fields = Object.entries(properties).map(([name, field]) => {
    const note = field.description ? `${inner}/** ${field.description} */\n` : "";
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${note}${inner}${key}${required.includes(name) ? "" : "?"}: ${formatType(field, inner)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

function toPascal(name: string): string {
  return name.replace(/(?:^|[-._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
