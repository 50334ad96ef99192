import type { Metadata } from "next";
import { listTokens } from "#lib/account/token/list";
import { env } from "#lib/core/env";
import { requireResellerPage } from "#lib/web/actor";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NewTokenForm } from "./new-token-form.tsx";
import { NotYet } from "./not-yet.tsx";
import { OwnTokens } from "./own-tokens.tsx";
import { Tabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  const { ctx, session } = await requireResellerPage();
  const tokens = await listTokens(ctx);
  const mayMake = session.actor.kind === "reseller" && session.actor.level === "api";
  const base = env().NEXTAUTH_URL.replace(/\/$/, "");
  return (
    <>
      <PageHeader title="Developers" lead="Buy from your own website or app" />
      <Tabs at="/developers" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!mayMake && <NotYet email={session.actor.email} />}
        {mayMake && (
          <>
            <Card>
              <Facts
                facts={[
                  {
                    label: "Address",
                    value: base,
                    mono: true,
                    action: <CopyButton text={base} what="address" />,
                  },
                ]}
              />
            </Card>
            <Card title="New token">
              <NewTokenForm />
            </Card>
          </>
        )}
        {tokens.length > 0 && <OwnTokens tokens={tokens} mayMake={mayMake} />}
      </div>
    </>
  );
}
