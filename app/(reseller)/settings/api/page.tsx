import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { DescriptionList } from "#app/ui/description-list";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { NewSecretResult } from "#app/ui/new-secret-banner";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import {
  ConfirmTokenDialog,
  RejectTokenDialog,
  RenewTokenDialog,
  RevokeTokenDialog,
  TokenActions,
} from "#app/ui/tokens/token-actions";
import { LimitFields, type NetworkOption, NewTokenFields, SpendingFields } from "#app/ui/tokens/token-fields";
import { TokenTable } from "#app/ui/tokens/token-table";
import { listTokens, type TokenView } from "#lib/account/token/list-tokens";
import { getTestBalance, START_BALANCE, type TestBalance } from "#lib/api/test-mode/test-wallet";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { env } from "#lib/core/env";
import { formatGroupedDecimal, formatMoney, formatMoneyField } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";
import { requireResellerPage } from "#lib/request/actor";
import {
  confirmTokenAction,
  createTokenAction,
  limitTokenAction,
  resetTestBalanceAction,
  revokeTokenAction,
  rotateTokenAction,
} from "./actions.ts";
import { ApiAccessPrompt, ApiTabs } from "./api-parts.tsx";

export const metadata = { title: "API" };

export default async function ApiPage() {
  const { ctx, session } = await requireResellerPage();
  const [tokens, catalogue] = await Promise.all([listTokens(ctx), getCatalogue(ctx)]);
  const networks = catalogue.networks.map(({ id, name }) => ({ id, name: formatNetworkName(name) }));
  const mayMake = session.actor.kind === "reseller" && session.actor.level === "api";
  const base = env().NEXTAUTH_URL.replace(/\/$/, "");
  return (
    <>
      <PageHeader title="API" lead="Buy from your own website or app" tabs={<ApiTabs at="/settings/api" />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!mayMake && <ApiAccessPrompt ctx={ctx} email={session.actor.email} />}
        {mayMake && (
          <Card title="New token">
            <ActionForm id="new" action={createTokenAction} className="max-w-xl gap-4">
              <FormStatus />
              <NewSecretResult what="token" />
              <div className="grid gap-4 md:grid-cols-2">
                <NewTokenFields networks={networks} />
              </div>
              <ConfirmPassword />
              <SubmitButton className="self-start">Create token</SubmitButton>
            </ActionForm>
          </Card>
        )}
        {tokens.length > 0 && <ApiTokenList tokens={tokens} networks={networks} mayMake={mayMake} />}
        {mayMake && <FirstCallCard base={base} />}
        {tokens.some(({ test }) => test) && <TestBalanceCard balance={await getTestBalance(ctx)} />}
      </div>
    </>
  );
}

/** The base URL, and a call that shows at once whether a token works. */
function FirstCallCard({ base }: { base: string }) {
  const call = `curl ${base}/api/balance \\\n  -H "Authorization: Bearer YOUR_TOKEN"`;
  return (
    <Card title="First call">
      <DescriptionList
        facts={[
          {
            label: "Base URL",
            value: base,
            mono: true,
            action: <CopyButton text={base} what="base URL" />,
          },
        ]}
      />
      <p className="mt-4 mb-2">
        Create a token above, put it in place of YOUR_TOKEN, and ask for your balance:
      </p>
      <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-4">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap py-2 font-mono text-xs sm:text-sm">
          <code className="wrap-anywhere">{call}</code>
        </pre>
        <CopyButton text={call} what="call" />
      </div>
      <p className="mt-4 mb-2">You get:</p>
      <pre className="whitespace-pre-wrap rounded-md bg-sunken px-4 py-3 font-mono text-xs sm:text-sm">
        <code className="wrap-anywhere">{formatFirstResponse()}</code>
      </pre>
      <p className="mt-3 text-muted text-sm">
        With a token of the type Test purchases, nothing is sent or charged. The{" "}
        <PageLink href="/settings/api/reference" className="text-accent underline underline-offset-4">
          reference
        </PageLink>{" "}
        shows every call.
      </p>
    </Card>
  );
}

const formatFirstResponse = () =>
  `{ "data": { "balance": "${formatGroupedDecimal(START_BALANCE)}", "held": "${formatGroupedDecimal(0n)}" } }`;

function TestBalanceCard({ balance: { wallet, held } }: { balance: TestBalance }) {
  return (
    <Card title="Test balance">
      <DescriptionList
        facts={[
          { label: "Balance", value: formatMoney(wallet) },
          { label: "Held", value: formatMoney(held) },
        ]}
      />
      <ActionForm id="test-balance" action={resetTestBalanceAction} className="mt-4 max-w-xl gap-4">
        <FormStatus />
        <Input
          label="New balance"
          name="amount"
          inputMode="decimal"
          placeholder={formatMoneyField(START_BALANCE)}
          hint={`${formatMoney(START_BALANCE)} if left empty. Pending test purchases fail.`}
        />
        <SubmitButton variant="secondary" className="self-start">
          Reset test balance
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}

/** A reseller's tokens. Resellers who can't create tokens can still limit and revoke theirs. */
function ApiTokenList({
  tokens,
  networks,
  mayMake,
}: {
  tokens: readonly TokenView[];
  networks: readonly NetworkOption[];
  mayMake: boolean;
}) {
  return (
    <TokenActions renew={rotateTokenAction} revoke={revokeTokenAction} confirm={confirmTokenAction}>
      <Card title="Your tokens" padded={false}>
        <TokenTable
          tokens={tokens}
          none={mayMake ? "No tokens yet. Create one above." : "No tokens yet."}
          acts={(token) =>
            token.state === "unconfirmed" ? (
              <DecideToken token={token} mayMake={mayMake} />
            ) : (
              <div className="flex flex-col gap-2">
                <div className="flex flex-wrap gap-2">
                  <LimitTokenDialog token={token} networks={networks} />
                  {token.state === "valid" && mayMake && <RenewTokenDialog id={token.id} name={token.name} />}
                  <RevokeTokenDialog id={token.id} name={token.name} />
                </div>
                {token.state === "valid" && !mayMake && (
                  <p className="text-muted text-sm">Your account needs the API level to renew tokens.</p>
                )}
              </div>
            )
          }
        />
      </Card>
    </TokenActions>
  );
}

/** A token that an admin created. */
function DecideToken({ token: { id, name }, mayMake }: { token: TokenView; mayMake: boolean }) {
  return (
    <div className="grid gap-2">
      <p className="max-w-sm text-sm">
        Support created this token. It can spend your wallet, so it works only after you confirm it.
      </p>
      <div className="flex flex-wrap gap-2">
        {mayMake && <ConfirmTokenDialog id={id} name={name} />}
        <RejectTokenDialog id={id} name={name} />
      </div>
      {!mayMake && <p className="text-muted text-sm">Your account needs the API level to confirm it.</p>}
    </div>
  );
}

function LimitTokenDialog({ token, networks }: { token: TokenView; networks: readonly NetworkOption[] }) {
  const { id, name, ips, origins, test, dailyLimit, purchaseLimit, networkIds, numbers } = token;
  const format = (limit: bigint | null) => (limit === null ? undefined : formatGroupedDecimal(limit));
  // One that isn't in the catalogue any more keeps its box: without it, saving would lift the limit.
  const gone = (networkIds ?? []).filter((id) => !networks.some((network) => network.id === id));
  return (
    <ConfirmDialog trigger="Limits" look={{ size: "sm" }} title={`Limits of “${name}”`}>
      <ActionForm id={`limit-${id}`} action={limitTokenAction} hidden={{ id }}>
        <FormStatus />
        <LimitFields ips={ips} origins={origins} />
        {!test && (
          <SpendingFields
            networks={[...networks, ...gone.map((id) => ({ id, name: `Network ${id}` }))]}
            dailyLimit={format(dailyLimit)}
            purchaseLimit={format(purchaseLimit)}
            networkIds={networkIds}
            numbers={numbers?.map(formatPhone) ?? null}
          />
        )}
        <ConfirmPassword />
        <SubmitButton wide>Save limits</SubmitButton>
      </ActionForm>
    </ConfirmDialog>
  );
}
