import type { Metadata } from "next";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { lookAgain } from "#lib/payment/look-again";
import { ownPayment } from "#lib/payment/payment-view";
import { requireResellerPage } from "#lib/web/actor";
import { safePath } from "#lib/web/next-path";
import { orNotFound } from "#lib/web/or-not-found";
import type { Query } from "../../../../ui/address.ts";
import { buttonClass } from "../../../../ui/button-class.ts";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import { ActionForm, FormAnswer } from "../../../../ui/form.tsx";
import { Live } from "../../../../ui/live.tsx";
import { Money } from "../../../../ui/money.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { PaymentBadge } from "../../../../ui/payment-badge.tsx";
import { SubmitButton } from "../../../../ui/submit-button.tsx";
import { Time } from "../../../../ui/time.tsx";
import { backTo, fundPath } from "../../fund/fund-path.ts";
import { lookForPayment } from "../actions.ts";

export const metadata: Metadata = { title: "Payment" };

type Payment = Awaited<ReturnType<typeof ownPayment>>;

interface Props {
  params: Promise<{ reference: string }>;
  searchParams: Promise<Query>;
}

/** One payment online: the way to the provider's page and back, and what became of it. Works without script. */
export default async function PaymentPage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const [{ reference }, query] = await Promise.all([params, searchParams]);
  const back = query.back === "1";
  const next = safePath([query.next].flat()[0]);
  const payment = await orNotFound(ownPayment(ctx, { reference }));
  const now = back && payment.state !== "paid" ? await seenBy(ctx, reference) : payment;
  const { state, amount, provider, startedAt, credited } = now;
  return (
    <>
      <Live />
      <PageHeader title="Payment" back={backTo(next)} />
      <div className="grid max-w-xl grid-cols-1 gap-6">
        <div aria-live="polite">
          <Said payment={now} back={back} next={next} />
        </div>
        <Card title={<Money text={formatMoney(amount)} size="lg" />}>
          <Facts
            facts={[
              {
                label: "State",
                value: <PaymentBadge payment={now} />,
              },
              ...(credited === null || now.takenBack
                ? []
                : [{ label: "In your wallet", value: formatMoney(credited) }]),
              { label: "By", value: provider },
              { label: "Begun", value: <Time at={startedAt} /> },
              { label: "Reference", value: reference, mono: true },
            ]}
          />
        </Card>
        {(state !== "paid" || now.takenBack) && (
          <ActionForm id="look" action={lookForPayment} hidden={{ reference }}>
            <FormAnswer />
            <div>
              <SubmitButton variant="secondary" pendingText="Asking">
                I have paid: look again
              </SubmitButton>
            </div>
          </ActionForm>
        )}
      </div>
    </>
  );
}

/** The payment after the provider was asked, unless it was asked a moment ago. */
async function seenBy(ctx: Ctx, reference: string): Promise<Payment> {
  try {
    await lookAgain(ctx, { reference });
  } catch (error) {
    if (!(error instanceof PortalError && error.code === "rate_limited")) throw error;
  }
  return ownPayment(ctx, { reference });
}

function Said({
  payment: { state, amount, provider, page, credited, takenBack },
  back,
  next,
}: {
  payment: Payment;
  back: boolean;
  /** The page that the money is for; "/" for none. */
  next: string;
}) {
  if (takenBack)
    return (
      <Notice kind="error" title="The payer’s bank took it back" action={<Again next={next} />}>
        The money left your wallet again. If the payment stands after all, it comes back by itself.
      </Notice>
    );
  const pay = page && (
    // Another site: a plain link, which tells it nothing of where its reader comes from.
    <a href={page} rel="noreferrer" className={buttonClass({ variant: back ? "secondary" : "primary" })}>
      Pay {formatMoney(amount)} with {provider}
    </a>
  );
  switch (state) {
    case "paid":
      return (
        <Notice
          kind="good"
          title="The money is in your wallet"
          action={
            <ButtonLink href={next === "/" ? "/buy" : next} variant="secondary">
              {next === "/" ? "Buy" : backTo(next).label}
            </ButtonLink>
          }
        >
          {credited !== null && `${formatMoney(credited)} came in.`}
        </Notice>
      );
    case "review":
      return (
        <Notice kind="warn" title="Money came, but not just what was asked for">
          Someone looks at it and puts it where it belongs. You do not have to pay again.
        </Notice>
      );
    case "failed":
      return (
        <Notice kind="error" title="The payment failed" action={<Again next={next} />}>
          No money reached us. If it left your account all the same, look again below.
        </Notice>
      );
    case "expired":
      return (
        <Notice kind="warn" title="It was not paid in time" action={<Again next={next} />}>
          Begin another one instead of paying this one now. If you paid, look again below.
        </Notice>
      );
    case "started":
      return back ? (
        <Notice title="Not seen yet" action={pay}>
          {provider} has not confirmed your payment yet. If you paid, there is nothing more to do: it shows
          here by itself. Do not pay twice.
        </Notice>
      ) : (
        <Notice
          title={page ? "One more step" : `${provider} has not opened a page for this`}
          action={pay ?? <Again next={next} />}
        >
          {page
            ? `You pay on ${provider}’s page and come back here.`
            : "Nothing was paid. Begin another one."}
        </Notice>
      );
  }
}

function Again({ next }: { next: string }) {
  return (
    <ButtonLink href={fundPath(next === "/" ? {} : { next })} variant="secondary">
      Add money
    </ButtonLink>
  );
}
