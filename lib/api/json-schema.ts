import { z } from "zod";

/** A JSON Schema as the description of the interface holds it. */
export interface JsonSchema {
  type?: string | undefined;
  description?: string | undefined;
  examples?: unknown[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  $ref?: string | undefined;
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
  const made = z.toJSONSchema(schema, { io });
  const text = JSON.stringify(made).replaceAll("#/$defs/", HERE);
  const {
    $defs = {},
    $schema: _,
    ...rest
  } = JSON.parse(text) as JsonSchema & {
    $defs?: Record<string, JsonSchema>;
    $schema: string;
    id?: string;
  };
  for (const [name, definition] of Object.entries($defs)) components[name] = nameless(definition);
  const name = schema.meta()?.id;
  if (!name) return rest;
  components[name] = nameless(rest);
  return { $ref: `${HERE}${name}` };
}

function nameless(definition: JsonSchema & { id?: string }): JsonSchema {
  const { id: _, ...rest } = definition;
  return rest;
}
