import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { find } from "../find.ts";
import { Paper } from "./paper.tsx";
import { PrintButton } from "./print-button.tsx";

export const metadata: Metadata = { title: "Receipt" };

interface Props {
  params: Promise<{ ident: string }>;
  searchParams: Promise<{ price?: string | string[] }>;
}

/** A receipt on one page, with the price or, for a customer who pays another one, without. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { ctx, session } = await requireResellerPage();
  const purchase = await find(ctx, (await params).ident);
  const priced = (await searchParams).price !== "no";
  const here = `/purchases/${purchase.ident}`;
  return (
    <>
      <div className="print:hidden">
        <PageHeader title="Receipt" back={{ href: here, label: "Purchase" }}>
          <ButtonLink
            href={priced ? `${here}/receipt?price=no` : `${here}/receipt`}
            variant="secondary"
            replace
          >
            {priced ? "Hide the price" : "Show the price"}
          </ButtonLink>
          <PrintButton />
        </PageHeader>
      </div>
      <Paper purchase={purchase} priced={priced} seller={session.name} portal={env().PORTAL_NAME} />
    </>
  );
}
