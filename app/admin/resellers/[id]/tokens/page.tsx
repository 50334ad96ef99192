import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { listTokens } from "#lib/account/list-tokens";
import { requireAdminPage } from "#lib/web/actor";
import { NewTokenForm } from "../../../../(reseller)/developers/new-token-form.tsx";
import { TokenList } from "../../../../(reseller)/developers/token-list.tsx";
import { Card } from "../../../../ui/card.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";

export const metadata: Metadata = { title: "Tokens" };

/** A reseller's tokens in the hands of an admin: made, limited, renewed and revoked. */
export default async function ResellerTokensPage({ params }: { params: Promise<{ id: string }> }) {
  const { ctx } = await requireAdminPage();
  const resellerId = Number((await params).id);
  if (!Number.isSafeInteger(resellerId) || resellerId < 1) notFound();
  const tokens = await listTokens(ctx, { resellerId });
  return (
    <>
      <PageHeader title="Tokens" back={{ href: `/admin/resellers/${resellerId}`, label: "Reseller" }} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Card title="New token">
          <NewTokenForm resellerId={resellerId} />
        </Card>
        <TokenList tokens={tokens} />
      </div>
    </>
  );
}
