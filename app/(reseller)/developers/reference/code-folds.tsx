import { CodeBlock } from "./code-block.tsx";

interface Props {
  /** Parts the folds of one page: of those with one name, one is open at a time. */
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
