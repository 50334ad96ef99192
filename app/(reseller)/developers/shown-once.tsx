import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** A secret that is shown now and never again. */
export function ShownOnce({ title, secret, what }: { title: string; secret: string; what: string }) {
  return (
    <Notice kind="good" title={title}>
      <p>Copy it now: it is not shown again.</p>
      <p className="mt-2 flex items-center gap-1 rounded-md bg-surface py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-sm">{secret}</code>
        <CopyButton text={secret} what={what} />
      </p>
    </Notice>
  );
}
