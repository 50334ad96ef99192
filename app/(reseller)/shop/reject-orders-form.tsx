"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Banner } from "#app/ui/banner";
import { Form, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { PageLink } from "#app/ui/page/page-link";
import { rejectOrdersAction } from "./actions.ts";
import { SELECTION_FORM_ID } from "./order-selection.ts";

interface Props {
  /** The references of the orders on this page by code. */
  references: Record<string, string>;
  /** The addresses of the list with all selected, none selected, and without selection. */
  all: string;
  none: string;
  done: string;
}

const LINK = "inline-flex min-h-11 items-center font-medium underline underline-offset-4";

/** Rejects the selected orders. Works without script. */
export function RejectOrdersForm({ references, all, none, done }: Props) {
  // Orders that were deselected must not be selected again, with script or without.
  const [state, send] = useFormAction(rejectOrdersAction, null, { permalink: none });
  const router = useRouter();
  const result = state?.ok ? state.result : undefined;
  useEffect(() => {
    if (state?.ok) router.replace(none, { scroll: false });
  }, [state, none, router]);
  return (
    <Form
      id={SELECTION_FORM_ID}
      state={state}
      action={send}
      noValidate={false}
      className="mb-4 gap-3 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <h2 className="font-semibold text-lg">Reject several orders</h2>
      <FormStatus of={["code"]} />
      {result && (
        <Banner kind={result.not.length > 0 ? "warn" : "good"}>
          <p>{result.rejected === 1 ? "1 order rejected." : `${result.rejected} orders rejected.`}</p>
          <ul>
            {result.not.map(({ code, message }) => (
              <li key={code}>
                {references[code] ?? "Order"}: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <p className="text-muted">Select the orders below. You can only reject unpaid orders.</p>
      <Textarea
        label="Reason"
        name="reason"
        required
        maxLength={200}
        hint="Customers see this on their order pages."
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton variant="danger">Reject selected orders</SubmitButton>
        <a href={all} className={LINK}>
          Select all on this page
        </a>
        <PageLink href={done} className={LINK}>
          Done
        </PageLink>
      </div>
    </Form>
  );
}
