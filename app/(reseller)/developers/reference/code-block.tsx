import { CopyButton } from "../../../ui/copy-button.tsx";

/** A piece of code to copy. Wide lines scroll inside it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative rounded-md bg-sunken">
      <pre
        className="overflow-x-auto p-4 pr-12 font-mono text-sm"
        tabIndex={0}
        role="region"
        aria-label={what}
      >
        <code>{code}</code>
      </pre>
      <div className="absolute top-2 right-2 rounded-sm bg-sunken">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
