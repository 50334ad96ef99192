import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { EXAMPLE_LANGUAGES, formatRequestExample } from "#lib/api/openapi/examples";
import { type JsonSchema, toJsonSchema } from "#lib/api/openapi/json-schema";
import type { OperationText } from "#lib/api/openapi/operations";
import { Prose, SchemaFields, SchemaType } from "./schema-fields.tsx";

export function OperationReference({ operation, base }: { operation: OperationText; base: string }) {
  const { id, method, path, title, text, query, body, answers } = operation;
  const parameters = query ?? body;
  return (
    <Card id={id} title={title}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={method === "GET" ? "wait" : "good"}>{method}</Badge>
          <code className="break-all font-mono text-sm">{path}</code>
        </p>
        <p>
          <Prose text={text} />
        </p>
        {parameters && (
          <div>
            <h3 className="mb-2 font-medium text-sm">{query ? "Filters" : "Body"}</h3>
            <SchemaFields schema={toJsonSchema(parameters, "input", {})} />
          </div>
        )}
        <div>
          <h3 className="mb-2 font-medium text-sm">Responses</h3>
          <ul className="text-sm">
            {Object.entries(answers).map(([status, { says, schema, headers = [] }]) => (
              <li key={status} className="flex gap-4 py-1">
                <code className="w-10 shrink-0 font-mono">{status}</code>
                <span className="min-w-0 text-muted">
                  <Prose text={says} />
                  {schema && (
                    <>
                      : <SchemaType schema={toJsonSchema(schema, "output", {})} />
                    </>
                  )}
                  {headers.length > 0 && (
                    <Prose text={`. With ${headers.map((name) => `\`${name}\``).join(" and ")}`} />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="mb-2 font-medium text-sm">Examples</h3>
          <CodeExamples
            name={`example-${id}`}
            what={title}
            codes={EXAMPLE_LANGUAGES.map((language) => ({
              language,
              code: formatRequestExample(operation, language, base, "YOUR_TOKEN"),
            }))}
          />
        </div>
      </div>
    </Card>
  );
}

export function ShapeReference({ schemas }: { schemas: Record<string, JsonSchema> }) {
  return (
    <Card title="Shapes">
      <div className="flex flex-col gap-6">
        {Object.entries(schemas).map(([name, schema]) => (
          <section key={name} id={`shape-${name}`} className="scroll-mt-20">
            <h3 className="mb-2 font-medium font-mono text-sm">{name}</h3>
            <SchemaFields schema={schema} />
          </section>
        ))}
      </div>
    </Card>
  );
}

interface Props {
  /** Of the disclosures with one name, one is open at a time. */
  name: string;
  /** The name of the code, for its copy button. */
  what: string;
  codes: readonly { language: string; code: string }[];
}

/** One example in several languages, with only the first open. */
export function CodeExamples({ name, what, codes }: Props) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {codes.map(({ language, code }, n) => (
        <details key={language} name={name} open={n === 0}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-sm">{language}</summary>
          <div className="pb-3">
            <CodeBlock code={code} what={`${what} in ${language}`} />
          </div>
        </details>
      ))}
    </div>
  );
}

function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative rounded-md bg-sunken">
      <pre className="whitespace-pre-wrap break-words p-4 pr-12 font-mono text-sm">
        <code>{code}</code>
      </pre>
      <div className="absolute top-2 right-2 rounded-sm bg-sunken">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
