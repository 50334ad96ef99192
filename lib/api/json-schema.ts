import { z } from "zod";

/** A JSON Schema as the description of the interface holds it. */
export interface JsonSchema {
  type?: string | undefined;
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
  properties?: Record<string, JsonSchema> | undefined;
}

const HERE = "#/components/schemas/";

/**
 * A schema as JSON Schema 2020-12. Named ones are put into `components` and referred to.
 * @param io `input` describes requests before they are parsed, `output` answers.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  components: Record<string, JsonSchema>,
): JsonSchema {
  // Within another one, a named schema is always defined once and referred to; alone, it would be its own reference.
  const made = z.toJSONSchema(z.object({ schema }), {
    io,
    override: ({ jsonSchema }) => asOnWire(jsonSchema),
  });
  const text = JSON.stringify(made).replaceAll("#/$defs/", HERE);
  const { $defs = {}, properties } = JSON.parse(text) as Outer;
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) components[name] = definition;
  return properties.schema;
}

/**
 * Some values are read more leniently than they are described, numbers as text for one. Their `wire`, in a schema's meta, is
 * what the description says instead.
 */
function asOnWire(schema: Record<string, unknown>): void {
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

interface Outer {
  $defs?: Record<string, JsonSchema & { id?: string }>;
  properties: { schema: JsonSchema };
}
