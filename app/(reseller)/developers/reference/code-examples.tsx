import { CopyButton } from "#app/ui/copy-button";

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

/** Code with a copy button. Long lines wrap. */
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
