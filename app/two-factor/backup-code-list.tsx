import { CopyButton } from "#app/ui/copy-button";

/** The backup codes, shown once. */
export function BackupCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <section aria-label="Backup codes" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">Your backup codes</h2>
        <CopyButton text={codes.join("\n")} what="backup codes" />
      </div>
      <p className="text-muted text-sm">
        Write them down or print them, and keep them away from your phone. Each works once if the app is gone.
        They are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  );
}
