import { Download } from "lucide-react";
import type { Metadata } from "next";
import { may } from "#lib/core/context";
import { requireAdminPage } from "#lib/web/actor";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";

export const metadata: Metadata = { title: "Get help" };

/** A file for whoever helps, with what is in it and what is not. */
export default async function SupportPage() {
  const { ctx } = await requireAdminPage();
  return (
    <>
      <PageHeader
        title="Get help"
        lead="One file for whoever helps you. It can be shown to anybody."
        back={{ href: "/admin/system", label: "System" }}
      />
      <div className="grid max-w-3xl gap-5 md:grid-cols-2">
        <Card title="In it">
          <Points of={IN} />
        </Card>
        <Card title="Not in it">
          <Points of={OUT} />
        </Card>
        <div className="grid gap-4 md:col-span-2 md:justify-items-start">
          {may(ctx, "system") && may(ctx, "export") ? (
            <>
              <p className="text-muted">
                Read it before you send it. The portal’s own log is not in it, because it is not kept here: on
                the server,{" "}
                <code className="break-words font-mono text-sm">npm run portal -- support --log FILE</code>{" "}
                adds its last lines, without what people typed.
              </p>
              <a href="/admin/system/support/export" download className={buttonClass({ variant: "primary" })}>
                <PlainIcon icon={Download} />
                Download the file
              </a>
            </>
          ) : (
            <p className="text-muted">Your role does not include the file. Ask an owner.</p>
          )}
        </div>
      </div>
    </>
  );
}

const IN = [
  "Versions of the portal, of Node and of the database, and the size of the machine",
  "Which variables are set, and those that are numbers or switches",
  "How large each table is, and which changes of the database are done",
  "Settings that are numbers, switches or times",
  "Numbers of purchases, payments, mails and background work by state",
  "When books were checked and backups made, and what came of it",
  "The slowest statements, without values",
];

const OUT = [
  "Names, numbers, e-mails and addresses of people",
  "Passwords, keys, tokens and secrets",
  "Wallets and single purchases",
  "Words that anybody typed",
  "Names and addresses of machines",
];

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-muted">
      {of.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
