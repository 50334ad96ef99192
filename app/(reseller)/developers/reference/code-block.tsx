import { CopyButton } from "../../../ui/copy-button.tsx";

/** A piece of code to copy. Long lines wrap: nothing has to be scrolled sideways. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
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
