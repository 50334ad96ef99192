import type { Metadata } from "next";
import { listTokens, type TokenView } from "#lib/account/token/list";
import { env } from "#lib/core/env";
import { requireResellerPage } from "#lib/web/actor";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { SecretAnswer } from "../../ui/shown-once.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { RenewToken, RevokeToken, TokenDesk } from "../../ui/tokens/token-acts.tsx";
import { LimitFields, NewTokenFields } from "../../ui/tokens/token-fields.tsx";
import { TokenList } from "../../ui/tokens/token-list.tsx";
import { issueToken, limitToken, revokeToken, rotateToken } from "./actions.ts";
import { NotYet } from "./not-yet.tsx";
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
              <ActionForm id="new" action={issueToken} className="max-w-xl gap-4">
                <FormAnswer />
                <SecretAnswer what="token" />
                <div className="grid gap-4 md:grid-cols-2">
                  <NewTokenFields />
                </div>
                <ConfirmPassword />
                <div>
                  <SubmitButton>Make token</SubmitButton>
                </div>
              </ActionForm>
            </Card>
          </>
        )}
        {tokens.length > 0 && <OwnTokens tokens={tokens} mayMake={mayMake} />}
      </div>
    </>
  );
}

/** A reseller's tokens. Who may not make any may still limit and end one that was made for them. */
function OwnTokens({ tokens, mayMake }: { tokens: readonly TokenView[]; mayMake: boolean }) {
  return (
    <TokenDesk renew={rotateToken} revoke={revokeToken}>
      <Card title="Your tokens" padded={false}>
        <TokenList
          tokens={tokens}
          none={mayMake ? "None works now. Make one above." : "None works now."}
          acts={({ id, name, state, ips, origins }) => (
            <div className="flex flex-col gap-2">
              <div className="flex flex-wrap gap-2">
                <LimitToken id={id} name={name} ips={ips} origins={origins} />
                {state === "valid" && mayMake && <RenewToken id={id} name={name} />}
                <RevokeToken id={id} name={name} />
              </div>
              {state === "valid" && !mayMake && (
                <p className="text-muted text-sm">To renew it, your account needs the API level.</p>
              )}
            </div>
          )}
        />
      </Card>
    </TokenDesk>
  );
}

interface Props {
  id: number;
  name: string;
  ips: string[];
  origins: string[];
}

/** Where a token works, to be changed. */
function LimitToken({ id, name, ips, origins }: Props) {
  return (
    <ConfirmDialog trigger="Limits" look={{ size: "sm" }} title={`Where “${name}” works`}>
      <ActionForm id={`limit-${id}`} action={limitToken} hidden={{ id }}>
        <FormAnswer />
        <LimitFields ips={ips} origins={origins} />
        <ConfirmPassword />
        <SubmitButton wide>Save limits</SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
