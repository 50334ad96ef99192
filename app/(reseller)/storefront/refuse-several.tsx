"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect } from "react";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { refuseSeveral } from "./actions.ts";
import { SEVERAL } from "./several.ts";

interface Props {
  /** The references of the orders on this page, by their codes. */
  references: Record<string, string>;
  /** The addresses of the list with all ticked, with none, and without ticking. */
  all: string;
  none: string;
  done: string;
}

const LINK = "inline-flex min-h-11 items-center font-medium underline underline-offset-4";

/** Refuses the orders that are ticked in the list. Works without script. */
export function RefuseSeveral({ references, all, none, done }: Props) {
  // What was left out on purpose must not be ticked again, with script or without.
  const [state, send] = useActionState(refuseSeveral, null, none);
  const router = useRouter();
  const result = state?.ok ? state.result : undefined;
  useEffect(() => {
    if (state?.ok) router.replace(none, { scroll: false });
  }, [state, none, router]);
  return (
    <Form
      id={SEVERAL}
      state={state}
      action={send}
      noValidate={false}
      className="mb-4 gap-3 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <h2 className="font-semibold text-lg">Refuse several orders</h2>
      <FormAnswer of={["code"]} />
      {result && (
        <Notice kind={result.not.length > 0 ? "warn" : "good"}>
          <p>{result.refused === 1 ? "1 order was refused." : `${result.refused} orders were refused.`}</p>
          <ul>
            {result.not.map(({ code, message: why }) => (
              <li key={code}>
                {references[code] ?? "An order"}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="text-muted">Tick the orders below. Only unpaid ones can be refused.</p>
      <Textarea
        label="Why"
        name="reason"
        required
        maxLength={200}
        hint="The customers read this on their orders' pages."
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <SubmitButton variant="danger">Refuse the ticked orders</SubmitButton>
        <a href={all} className={LINK}>
          Tick all on this page
        </a>
        <PageLink href={done} className={LINK}>
          Done
        </PageLink>
      </div>
    </Form>
  );
}
