import { requestMoneyAction, sendToAgentAction } from "#app/(reseller)/earn/agents/actions.ts";
import { TransferFields } from "#app/(reseller)/earn/agents/transfer-fields";
import { listUsualAmounts } from "#app/(reseller)/list-usual-amounts.ts";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { FormDisclosure } from "#app/ui/form/form-disclosure";
import { Input } from "#app/ui/form/input";
import { PinField } from "#app/ui/form/password-field";
import { PrivateMoney } from "#app/ui/private-money";
import { isPinRequired } from "#lib/account/pin/require-pin";
import type { AgentTransferView } from "#lib/agent/answer-request";
import type { AgentView } from "#lib/agent/list-agents";
import type { Ctx } from "#lib/core/context";
import { createFormRef } from "#lib/core/form-ref";
import { formatMoney, getCurrencySign, getMoneyFormat, type Minor } from "#lib/core/money/money";
import { getBalance } from "#lib/ledger/wallet";

interface Props {
  ctx: Ctx;
  agent: AgentView;
  transfers: readonly AgentTransferView[];
}

/** Sends money to the agent: one tap on an amount, one on the button that names it and them. */
export async function SendMoneyCard({ ctx, agent: { id, name }, transfers }: Props) {
  const [{ wallet }, asksPin] = await Promise.all([getBalance(ctx), isPinRequired(ctx)]);
  const sent = transfers.flatMap(({ state, amount }) =>
    state === "sent" && amount < 0n ? { amount: -amount } : [],
  );
  return (
    <Card
      title="Send money"
      action={
        <span className="text-muted text-sm">
          Wallet <PrivateMoney text={formatMoney(wallet)} className="font-medium text-ink" />
        </span>
      }
    >
      <ActionForm id="send" action={sendToAgentAction} hidden={{ pairId: id, ref: createFormRef() }}>
        <FormStatus />
        <TransferFields
          usual={listUsualAmounts({ minAmount: 1n, maxAmount: wallet }, sent)}
          sign={getCurrencySign()}
          format={getMoneyFormat()}
          hint="It’s theirs at once. After that you can only request it."
          act={["Send", `to ${name}`]}
        >
          <NoteField />
          {asksPin && <PinField id="send-pin" />}
        </TransferFields>
      </ActionForm>
    </Card>
  );
}

/** Requests money that was sent before, `most` at most; the agent decides. At 0 it keeps its last result alone. */
export function RequestMoneyCard({ agent: { id, name }, most }: Pick<Props, "agent"> & { most: Minor }) {
  return (
    <Card padded={false}>
      <Disclosure title="Request money" className="px-4 md:px-5">
        <ActionForm
          id="request"
          action={requestMoneyAction}
          hidden={{ pairId: id, ref: createFormRef() }}
          className="gap-4 pb-5"
        >
          <FormStatus />
          {most > 0n ? (
            <TransferFields
              usual={[most]}
              legend="All you can request"
              sign={getCurrencySign()}
              format={getMoneyFormat()}
              hint={`You can request up to ${formatMoney(most)}. ${name} accepts or declines.`}
              act={["Request", `from ${name}`]}
            >
              <NoteField />
            </TransferFields>
          ) : (
            <p className="text-muted">You already requested all you sent.</p>
          )}
        </ActionForm>
      </Disclosure>
    </Card>
  );
}

const NoteField = () => (
  <FormDisclosure title="Add a note" fields={["note"]}>
    <Input label="Note" name="note" maxLength={100} autoComplete="off" />
  </FormDisclosure>
);
