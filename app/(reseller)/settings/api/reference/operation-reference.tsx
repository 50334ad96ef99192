import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { EXAMPLE_LANGUAGES, formatRequestExample } from "#lib/api/openapi/examples";
import { type JsonSchema, toJsonSchema } from "#lib/api/openapi/json-schema";
import type { OperationText } from "#lib/api/openapi/operations";
import { Prose, SchemaFields, SchemaType } from "./schema-fields.tsx";

export function OperationReference({ operation, base }: { operation: OperationText; base: string }) {
  const { id, method, path, title, text, query, body, answers } = operation;
  const parameters = query ?? body;
  return (
    <ReferenceRow
      title={
        <>
          <h3 className="font-medium text-base">{title}</h3>
          <span className="mt-1 flex flex-wrap items-center gap-2">
            <Badge tone={method === "GET" ? "wait" : "good"}>{method}</Badge>
            <code className="break-all font-mono text-muted">{path}</code>
          </span>
        </>
      }
    >
      {/* Inside the row, so that a link to it opens the row. */}
      <div id={id} className="flex scroll-mt-20 flex-col gap-4">
        <p>
          <Prose text={text} />
        </p>
        {parameters && (
          <div>
            <h4 className="mb-2 font-medium text-sm">{query ? "Filters" : "Body"}</h4>
            <SchemaFields schema={toJsonSchema(parameters, "input", {})} />
          </div>
        )}
        <div>
          <h4 className="mb-2 font-medium text-sm">Responses</h4>
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
          <h4 className="mb-2 font-medium text-sm">Examples</h4>
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
    </ReferenceRow>
  );
}

export function ShapeReference({ schemas }: { schemas: Record<string, JsonSchema> }) {
  return (
    <Card title="Shapes">
      <div className="divide-y divide-line border-line border-y">
        {Object.entries(schemas).map(([name, schema]) => (
          <ReferenceRow key={name} title={<span className="font-mono">{name}</span>}>
            <div id={`shape-${name}`} className="scroll-mt-20">
              <SchemaFields schema={schema} />
            </div>
          </ReferenceRow>
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

/** One example in several languages. */
export function CodeExamples({ name, what, codes }: Props) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {codes.map(({ language, code }) => (
        <ReferenceRow key={language} name={name} title={<span className="font-medium">{language}</span>}>
          <CodeBlock code={code} what={`${what} in ${language}`} />
        </ReferenceRow>
      ))}
    </div>
  );
}

interface RowProps {
  /** Of the rows with one name, one is open at a time. */
  name?: string;
  title: ReactNode;
  children: ReactNode;
}

/** A part of the reference behind its title. Works without script. */
export function ReferenceRow({ name, title, children }: RowProps) {
  return (
    <details name={name} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-2 text-sm">
        <span className="min-w-0">{title}</span>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
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
