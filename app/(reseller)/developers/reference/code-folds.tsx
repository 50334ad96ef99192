import { CopyButton } from "../../../ui/copy-button.tsx";

interface Props {
  /** Of the folds with one name, one is open at a time. */
  name: string;
  /** What the code does, for whoever copies it. */
  what: string;
  codes: readonly { language: string; code: string }[];
}

/** The same in several languages, folded but for the first, so that the page stays short. */
export function CodeFolds({ name, what, codes }: Props) {
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

/** A piece of code to copy. Long lines wrap: nothing has to be scrolled sideways. */
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
