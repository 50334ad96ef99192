import { z } from "zod";

/** A JSON Schema in the OpenAPI document. */
export interface JsonSchema {
  type?: string | string[] | undefined;
  description?: string | undefined;
  examples?: unknown[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  $ref?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  default?: unknown;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  allOf?: JsonSchema[] | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  properties?: Record<string, JsonSchema> | undefined;
}

const SCHEMA_PATH = "#/components/schemas/";

/** Converts a schema to JSON Schema 2020-12. Named schemas go to `components` and are referenced.
 * @param io `input` describes requests before they are parsed, `output` responses.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  components: Record<string, JsonSchema>,
): JsonSchema {
  // Inside another schema, a named one is defined once and referenced; alone, it would refer to itself.
  const made = z.toJSONSchema(z.object({ schema }), {
    io,
    override: ({ jsonSchema }) => adaptToWireFormat(jsonSchema),
  });
  const text = JSON.stringify(made).replaceAll("#/$defs/", SCHEMA_PATH);
  const { $defs = {}, properties } = JSON.parse(text) as SchemaContext;
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) components[name] = definition;
  return properties.schema;
}

/**
 * Some values are read more leniently than documented, such as numbers sent as text. Their `wire`, in a
 * schema's meta, replaces the description.
 */
function adaptToWireFormat(schema: Record<string, unknown>): void {
  const { wire, description, examples } = schema;
  if (wire === undefined) return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(
    schema,
    wire,
    description !== undefined && { description },
    examples !== undefined && { examples },
  );
}

/** Builds an example of a schema from those of its parts. */
export function buildExample(schema: JsonSchema, components: Record<string, JsonSchema>): unknown {
  const { $ref, examples, anyOf, items, properties, type } = schema;
  if (examples) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const inner = $ref ? components[$ref.slice(SCHEMA_PATH.length)] : anyOf?.[0];
  if (inner) return buildExample(inner, components);
  if (items) return [buildExample(items, components)];
  if (type === "boolean") return true;
  if (!properties) throw new Error(`No example of ${JSON.stringify(schema)}`);
  // A field that has one value or is missing marks the exception.
  const fields = Object.entries(properties)
    .filter(([name, field]) => field.const === undefined || schema.required?.includes(name))
    .map(([name, field]) => [name, buildExample(field, components)]);
  return Object.fromEntries(fields);
}

interface SchemaContext {
  $defs?: Record<string, JsonSchema & { id?: string }>;
  properties: { schema: JsonSchema };
}
