import { Fragment } from "react";
import type { JsonSchema } from "#lib/api/openapi/json-schema";

export function SchemaFields({ schema }: { schema: JsonSchema }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <div key={name} className="grid gap-x-4 py-2 md:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono text-sm">{name}</code>
            {schema.required?.includes(name) && <span className="text-muted text-xs">required</span>}
          </dt>
          <dd className="min-w-0 text-muted text-sm">
            <SchemaType schema={field} />
            {field.description && <Prose text={`. ${field.description}`} />}
            {field.examples && (
              <>
                , such as <code className="font-mono">{JSON.stringify(field.examples[0])}</code>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The type of a value in words, with links to named shapes. */
export function SchemaType({ schema }: { schema: JsonSchema }) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return (
      <a href={`#shape-${name}`} className="font-medium text-accent underline underline-offset-4">
        {name}
      </a>
    );
  }
  if (schema.anyOf) {
    const variants = [...new Map(schema.anyOf.map((variant) => [JSON.stringify(variant), variant]))];
    return variants.map(([key, variant], n) => (
      <Fragment key={key}>
        {n > 0 && " or "}
        <SchemaType schema={variant} />
      </Fragment>
    ));
  }
  if (schema.type === "array")
    return <>list of {schema.items ? <SchemaType schema={schema.items} /> : "anything"}</>;
  return formatPlainType(schema);
}

function formatPlainType(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type ?? "anything";
}

/** Renders a text with `names` in backticks as code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  return parts.map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <code key={parts.slice(0, n).join("`")} className="break-words font-mono text-[0.9em]">
        {part}
      </code>
    ),
  );
}
