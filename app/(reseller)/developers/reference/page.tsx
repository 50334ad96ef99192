import type { Metadata } from "next";
import Link from "next/link";
import { openapi } from "#lib/api/openapi";
import { OPERATIONS } from "#lib/api/operations";
import { env } from "#lib/core/env";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Tabs } from "../tabs.tsx";
import { Events } from "./events.tsx";
import { Operation, Shapes } from "./operation.tsx";
import { Refusals } from "./refusals.tsx";
import { TestNumbers } from "./test-numbers.tsx";

export const metadata: Metadata = { title: "Reference" };

export default async function ReferencePage() {
  const { session } = await requireResellerPage();
  const level = session.actor.kind === "reseller" ? session.actor.level : "api";
  const base = env().NEXTAUTH_URL.replace(/\/$/, "");
  return (
    <>
      <PageHeader title="Developers" lead="Everything that your program can ask for">
        <ButtonLink href="/api/openapi.json" variant="secondary" prefetch={false}>
          OpenAPI file
        </ButtonLink>
      </PageHeader>
      <Tabs at="/developers/reference" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Card title="To begin with">
          <div className="flex flex-col gap-3">
            <p>
              All addresses begin with <code className="break-all font-mono text-sm">{base}</code>. Send your
              token with each call, as{" "}
              <code className="font-mono text-sm">Authorization: Bearer YOUR_TOKEN</code>.
            </p>
            <p>
              30 purchases and 600 other calls a minute are taken, over all your tokens;{" "}
              <code className="font-mono text-sm">RateLimit-*</code> headers say how many are left.
            </p>
            <p>
              A purchase is charged the price of your level:{" "}
              <code className="font-mono text-sm">{`${level}_amount`}</code> of the filtered list, not{" "}
              <code className="font-mono text-sm">amount</code>, which is the standard price.
            </p>
            <ul className="flex flex-wrap gap-x-4">
              {OPERATIONS.map(({ id, title }) => (
                <li key={id}>
                  <Link
                    href={`#${id}`}
                    className="inline-flex min-h-11 items-center font-medium text-accent text-sm hover:underline"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </Card>
        {OPERATIONS.map((operation) => (
          <Operation key={operation.id} operation={operation} base={base} />
        ))}
        <Refusals />
        <Events />
        <TestNumbers />
        <Shapes schemas={openapi().components.schemas} />
      </div>
    </>
  );
}
