import { cookies } from "next/headers";
import { listUsualAmounts } from "#app/(reseller)/list-usual-amounts.ts";
import { getBackLink } from "#app/(reseller)/paths.ts";
import { CHOSEN_METHOD_COOKIE } from "#app/(reseller)/wallet/chosen-method.ts";
import {
  DedicatedAccountOffer,
  DedicatedAccounts,
  TransferList,
} from "#app/(reseller)/wallet/dedicated-accounts";
import { FundOnlineForm } from "#app/(reseller)/wallet/fund-online-form";
import { FundingList, PaymentList } from "#app/(reseller)/wallet/payment-lists";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Form, FormStatus } from "#app/ui/form/form";
import { DecimalInput, Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ContactSupport } from "#app/ui/page/contact-support";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import type { FieldErrors } from "#lib/core/error";
import { createFormRef } from "#lib/core/form-ref";
import { Amount } from "#lib/core/money/amount";
import { getCurrencySign, type Minor } from "#lib/core/money/money";
import { listFundingRequests } from "#lib/funding/funding-view";
import { getPaymentInstructions } from "#lib/funding/payment-instructions";
import { RequestFundingInput } from "#lib/funding/request-funding";
import { getDedicatedAccounts } from "#lib/payment/account/dedicated-account-view";
import { listPaymentMethods, listPayments } from "#lib/payment/payment-view";
import type { ActionState } from "#lib/request/action";
import { requireResellerPage } from "#lib/request/actor";
import { toSafePath } from "#lib/request/next-path";

export const metadata = { title: "Top up wallet" };

/** Every way to top up the wallet, and the state of earlier payments. Works without script. */
export default async function FundPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const [{ text }, requests, methods, payments, dedicated, jar] = await Promise.all([
    getPaymentInstructions(ctx),
    listFundingRequests(ctx),
    listPaymentMethods(ctx),
    listPayments(ctx),
    getDedicatedAccounts(ctx),
    cookies(),
  ]);
  const isOnline = methods.providers.length > 0 || dedicated.accounts.length > 0;
  const form = readFormError(query);
  const next = toSafePath([query.next].flat()[0]);
  const back = getBackLink(next);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Top up wallet" back={back} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {query.sent === "1" && (
            <Banner
              kind="good"
              title="Payment details sent"
              action={
                next !== "/" && (
                  <ButtonLink href={next} variant="secondary">
                    {back.label}
                  </ButtonLink>
                )
              }
            >
              We’ll check your payment with the bank, then credit your wallet. You don’t need to do anything
              else.
            </Banner>
          )}
          {/* How most resellers pay, and the cheapest: before all other ways. */}
          <DedicatedAccounts view={dedicated} />
          {dedicated.offer && <DedicatedAccountOffer offer={dedicated.offer} />}
          {methods.providers.length > 0 && (
            <FundOnlineForm
              methods={methods}
              chosen={jar.get(CHOSEN_METHOD_COOKIE)?.value ?? null}
              needed={readNeeded(query)}
              usual={listUsualAmounts(methods, [
                ...payments.filter(({ state }) => state === "paid"),
                ...requests.filter(({ state }) => state === "approved"),
              ])}
              next={next}
            />
          )}
          {(text || !isOnline || form.state) && (
            <BankTransfer instructions={text} isOnline={isOnline} next={next} form={form} />
          )}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {dedicated.transfers.length > 0 && <TransferList transfers={dedicated.transfers} />}
          {payments.length > 0 && <PaymentList payments={payments} />}
          {requests.length > 0 && <FundingList title="Bank transfers" requests={requests} />}
          <HelpPopover about="money_missing" />
        </div>
      </div>
    </>
  );
}

interface BankTransferProps {
  /** Where to pay, as the operator wrote it; empty without a text. */
  instructions: string;
  /** Whether there are ways that need no form, which come first. */
  isOnline: boolean;
  next: string;
  form: ReturnType<typeof readFormError>;
}

/** Paying into the operator's bank account: open where it is the only one, else folded as the second way. */
function BankTransfer({ instructions, isOnline, next, form }: BankTransferProps) {
  const steps = (
    <>
      <Card title="1. Make a transfer">
        {instructions ? (
          <p className="whitespace-pre-line">{instructions}</p>
        ) : (
          <ContactSupport
            otherwise={
              <p>No bank account is published yet. Have you paid already? Send the details below.</p>
            }
          >
            to find out where to pay, then come back with your bank reference
          </ContactSupport>
        )}
      </Card>
      <Card title="2. Send payment details">
        <BankTransferForm next={next} {...form} />
      </Card>
    </>
  );
  if (!isOnline) return steps;
  return (
    <details open={form.state !== null} className="group">
      <summary className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 hover:bg-sunken/60 md:px-5">
        <span className="flex-1">
          <span className="block font-semibold">Pay by bank transfer</span>
          <span className="block text-muted text-sm">You send us the details, and we check the payment.</span>
        </span>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="mt-4 grid gap-6">{steps}</div>
    </details>
  );
}

/** Reads the missing amount that another page asked for; one that comes back with an error was typed. */
function readNeeded({ amount, wrong }: Query): Minor | null {
  const needed = wrong ? undefined : Amount.safeParse([amount].flat()[0]);
  return needed?.success ? needed.data : null;
}

/** Amount, bank reference and receipt. A plain form, because an image is too large for an action. */
function BankTransferForm({ next, typed, state }: ReturnType<typeof readFormError> & { next: string }) {
  return (
    <Form
      state={state}
      action="/wallet/fund/send"
      method="post"
      encType="multipart/form-data"
      hidden={{ ref: createFormRef(), next }}
    >
      <FormStatus />
      <DecimalInput
        label="Amount"
        name="amount"
        required
        placeholder="0.00"
        start={getCurrencySign()}
        defaultValue={typed.amount}
      />
      <Input
        label="Bank reference"
        name="bankReference"
        autoComplete="off"
        required
        maxLength={100}
        hint="Copy it from your bank receipt, so we can find your payment."
        defaultValue={typed.bankReference}
      />
      <Input
        label="Payment receipt"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        optional
        hint="A screenshot or photo, up to 4 MB."
      />
      <SubmitButton size="lg" className="self-start w-full sm:w-auto" pendingText="Sending">
        Send payment details
      </SubmitButton>
    </Form>
  );
}

const IMAGE_ERRORS = new Map([
  ["large", "This image is too large. Use one of up to 4 MB and 16 megapixels, or a screenshot of it."],
  ["unreadable", "We can’t read this image. Use a JPEG, PNG or WebP file."],
  ["busy", "We’re still processing your last image. Wait a moment and try again."],
]);

const FUNDING_FORM = RequestFundingInput.pick({ amount: true, bankReference: true });

/** Reads from the query what the upload route redirected with: the typed values and the error. */
function readFormError(query: Query): {
  typed: { amount: string; bankReference: string };
  state: ActionState;
} {
  const readValue = (name: string) => [query[name]].flat()[0]?.slice(0, 200) ?? "";
  const typed = { amount: readValue("amount"), bankReference: readValue("bankReference") };
  const wrong = readValue("wrong");
  if (!wrong) return { typed, state: null };
  const fields: FieldErrors = {};
  for (const { path, message } of FUNDING_FORM.safeParse(typed).error?.issues ?? [])
    fields[String(path[0])] ??= [message];
  const imageError = IMAGE_ERRORS.get(wrong);
  if (imageError) fields.picture = [imageError];
  const message = "You already have 5 bank transfers in review. Wait until they’re reviewed, then try again.";
  return {
    typed,
    state: {
      ok: false,
      code: "invalid",
      fields,
      facts: {},
      values: typed,
      message: wrong === "many" ? message : "",
    },
  };
}
