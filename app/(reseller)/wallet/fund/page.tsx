import type { Metadata } from "next";
import type { FieldErrors } from "#lib/core/error";
import { ownFunding } from "#lib/funding/funding-view";
import { RequestFundingInput } from "#lib/funding/request-funding";
import { terms } from "#lib/funding/terms";
import { ownAccounts } from "#lib/payment/account-view";
import { ownPayments, waysToPay } from "#lib/payment/payment-view";
import { newRef } from "#lib/purchase/place/refs";
import type { ActionState } from "#lib/web/action";
import { requireResellerPage } from "#lib/web/actor";
import { safePath } from "#lib/web/next-path";
import type { Query } from "../../../ui/address.ts";
import { AskUs } from "../../../ui/ask-us.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Help } from "../../../ui/help.tsx";
import { Input } from "../../../ui/input.tsx";
import { Live } from "../../../ui/live.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { AccountNumbers, Transfers } from "../account-number.tsx";
import { AmountInput } from "../amount-input.tsx";
import { FundingList } from "../funding-list.tsx";
import { PayOnline } from "../pay-online.tsx";
import { PaymentList } from "../payment-list.tsx";
import { backTo } from "./fund-path.ts";

export const metadata: Metadata = { title: "Add money" };

/** How to pay, the form that says it was done, and what became of it. Works without script. */
export default async function FundPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const [{ text }, requests, ways, payments, own] = await Promise.all([
    terms(ctx),
    ownFunding(ctx),
    waysToPay(ctx),
    ownPayments(ctx),
    ownAccounts(ctx),
  ]);
  const online = ways.providers.length > 0 || own.accounts.length > 0 || own.offer !== null;
  const trouble = readTrouble(query);
  const next = safePath([query.next].flat()[0]);
  const back = backTo(next);
  return (
    <>
      <Live />
      <PageHeader title="Add money" back={back} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Help about="money_missing" />
          {query.sent === "1" && (
            <Notice
              kind="good"
              title="We have it"
              action={
                next !== "/" && (
                  <ButtonLink href={next} variant="secondary">
                    {back.label}
                  </ButtonLink>
                )
              }
            >
              Someone looks for your payment at the bank. The money shows here by itself, there is nothing
              more to do.
            </Notice>
          )}
          {ways.providers.length > 0 && <PayOnline ways={ways} amount={trouble.typed.amount} next={next} />}
          <AccountNumbers own={own} />
          {online && <h2 className="font-semibold text-base">Or pay at your bank</h2>}
          <Card title="1. Pay">
            {text ? (
              <p className="whitespace-pre-line">{text}</p>
            ) : (
              <AskUs>where to pay, then come back with the bank's reference</AskUs>
            )}
          </Card>
          <Card title="2. Say that you paid">
            <FundForm next={next} {...trouble} />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {own.transfers.length > 0 && <Transfers transfers={own.transfers} />}
          {payments.length > 0 && <PaymentList payments={payments} />}
          {requests.length > 0 && <FundingList title="What you asked for" requests={requests} />}
        </div>
      </div>
    </>
  );
}

/** Amount, the bank's reference, a picture. A plain form: a picture is too big for an action. */
function FundForm({ next, typed, state }: ReturnType<typeof readTrouble> & { next: string }) {
  return (
    <Form
      state={state}
      action="/wallet/fund/send"
      method="post"
      encType="multipart/form-data"
      hidden={{ ref: newRef(), next }}
    >
      <FormAnswer />
      <AmountInput defaultValue={typed.amount} />
      <Input
        label="The bank's reference"
        name="bankReference"
        autoComplete="off"
        required
        maxLength={100}
        hint="As it stands on your receipt, so that we find your payment."
        defaultValue={typed.bankReference}
      />
      <Input
        label="Picture of the payment"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        optional
        hint="A screenshot of the receipt, at most 4 MB."
        className="py-2"
      />
      <div>
        <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Sending">
          Send
        </SubmitButton>
      </div>
    </Form>
  );
}

const PICTURE: Record<string, string> = {
  large: "Use a picture of at most 4 MB and 16 megapixels, or a screenshot of it.",
  unreadable: "This is no picture that can be read. Use a JPEG, PNG or WebP file.",
  busy: "Another picture of yours is being read. Send this one when it is done.",
};

const FORM = RequestFundingInput.pick({ amount: true, bankReference: true });

/** Reads from the address what the route that took the form led back with: what was typed, and what is wrong with it. */
function readTrouble(query: Query): {
  typed: { amount: string; bankReference: string };
  state: ActionState;
} {
  const one = (name: string) => [query[name]].flat()[0]?.slice(0, 200) ?? "";
  const typed = { amount: one("amount"), bankReference: one("bankReference") };
  const wrong = one("wrong");
  if (!wrong) return { typed, state: null };
  const fields: FieldErrors = {};
  for (const { path, message } of FORM.safeParse(typed).error?.issues ?? [])
    fields[String(path[0])] ??= [message];
  if (PICTURE[wrong]) fields.picture = [PICTURE[wrong]];
  const message = "Five of your payments wait to be looked at. Wait for these first.";
  return {
    typed,
    state: {
      ...{ ok: false, code: "invalid", fields, facts: {}, values: typed },
      message: wrong === "many" ? message : "",
    },
  };
}
