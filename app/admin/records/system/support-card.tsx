import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { Download } from "#app/ui/icon/icons.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";

export function SupportCard() {
  return (
    <div id="support" className="scroll-mt-4">
      <Card title="Support bundle">
        <p className="max-w-prose text-muted">
          A diagnostic file for support. It contains no personal data or secrets. Read it before you send it.
          On the server, <code className="break-words font-mono text-sm">kiosk support --log FILE</code> also
          adds the last lines of the log.
        </p>
        <Disclosure title="Contents">
          <div className="grid gap-x-8 gap-y-4 pb-3 md:grid-cols-2">
            <Contents title="Included" items={INCLUDED} />
            <Contents title="Not included" items={EXCLUDED} />
          </div>
        </Disclosure>
        <PermissionGate do="system">
          <PermissionGate do="export">
            <a
              href="/admin/records/system/support/export"
              download
              className={buttonClass({ variant: "secondary" })}
            >
              <Download />
              Download support bundle
            </a>
          </PermissionGate>
        </PermissionGate>
      </Card>
    </div>
  );
}

const INCLUDED = [
  "Versions of the portal, Node and the database, and the size of the machine",
  "Names of the variables that are set, and the values of numbers and switches",
  "Table sizes and applied migrations",
  "Settings that are numbers, switches or times",
  "Counts of purchases, payments, emails and background work by state",
  "Times and results of ledger checks and backups",
  "The slowest statements, without values",
];

const EXCLUDED = [
  "Names, phone numbers, emails and addresses",
  "Passwords, keys, tokens and secrets",
  "Wallets and individual purchases",
  "Text that users entered",
  "Names and addresses of machines",
];

function Contents({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm marker:text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
