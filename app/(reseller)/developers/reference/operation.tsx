import { example, LANGUAGES } from "#lib/api/examples";
import { type JsonSchema, jsonSchema } from "#lib/api/json-schema";
import type { OperationText } from "#lib/api/operations";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeFolds } from "./code-folds.tsx";
import { Fields } from "./fields.tsx";
import { Prose } from "./prose.tsx";

/** One operation: what it does, what it takes, what it answers, and programs that do it. */
export function Operation({ operation, base }: { operation: OperationText; base: string }) {
  const { id, method, path, title, text, query, body, answers } = operation;
  const asked = query ?? body;
  return (
    <section id={id} className="scroll-mt-20">
      <Card title={title}>
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={method === "GET" ? "wait" : "good"}>{method}</Badge>
            <code className="break-all font-mono text-sm">{path}</code>
          </p>
          <p>
            <Prose text={text} />
          </p>
          {asked && (
            <div>
              <h3 className="mb-2 font-medium text-sm">{query ? "Filters" : "Body"}</h3>
              <Fields schema={jsonSchema(asked, "input", {})} />
            </div>
          )}
          <div>
            <h3 className="mb-2 font-medium text-sm">Answers</h3>
            <ul className="text-sm">
              {Object.entries(answers).map(([status, { says, headers = [] }]) => (
                <li key={status} className="flex gap-4 py-1">
                  <code className="w-10 shrink-0 font-mono">{status}</code>
                  <span className="min-w-0 text-muted">
                    <Prose text={says} />
                    {headers.length > 0 && (
                      <Prose text={`. With ${headers.map((name) => `\`${name}\``).join(" and ")}`} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <Examples operation={operation} base={base} />
        </div>
      </Card>
    </section>
  );
}

function Examples({ operation, base }: { operation: OperationText; base: string }) {
  return (
    <div>
      <h3 className="mb-2 font-medium text-sm">Examples</h3>
      <CodeFolds
        name={`example-${operation.id}`}
        what={operation.title}
        codes={LANGUAGES.map((language) => ({
          language,
          code: example(operation, language, base, "YOUR_TOKEN"),
        }))}
      />
    </div>
  );
}

/** The named shapes that answers are made of. */
export function Shapes({ schemas }: { schemas: Record<string, JsonSchema> }) {
  return (
    <Card title="What comes back">
      {Object.entries(schemas).map(([name, schema]) => (
        <details key={name} className="border-line border-b last:border-b-0">
          <summary className="min-h-11 cursor-pointer py-2.5 font-mono text-sm">{name}</summary>
          <div className="pb-3">
            <Fields schema={schema} />
          </div>
        </details>
      ))}
    </Card>
  );
}
