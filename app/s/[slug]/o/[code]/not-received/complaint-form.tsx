import type { FieldErrors } from "#lib/core/error";
import type { CustomerOrderView } from "#lib/shop/find-order";
import { SEEN_WORDS } from "../../../../../ui/case-words.ts";
import { controlClass } from "../../../../../ui/control-class.ts";
import { Field, fieldAria } from "../../../../../ui/field.tsx";
import { Notice } from "../../../../../ui/notice.tsx";
import { SubmitButton } from "../../../../_shop/acts.tsx";
import type { Page } from "../../../../_shop/document.tsx";
import { Frame, SmallHead } from "../../../../_shop/frame.tsx";
import { planLine } from "../../../../_shop/order-words.ts";

interface Props {
  order: CustomerOrderView;
  code: string;
  typed: { seen: string; said: string };
  wrong?: { message: string; fields: FieldErrors };
}

/** What a customer tells the shop whose data did not come; works without script. */
export function complaintForm({ order, code, typed, wrong }: Props): Page {
  const { shop, networkName, phone, reference } = order;
  const errors = wrong?.fields ?? {};
  const said = { label: "Anything else", name: "said", optional: true, error: errors.said?.join(" ") };
  const seen = { label: "What do you see?", name: "seen", error: errors.seen?.join(" ") };
  return {
    title: `Not received · ${shop.name}`,
    head: <meta name="robots" content="noindex, nofollow" />,
    active: true,
    body: (
      <Frame hue={shop.hue}>
        <SmallHead shop={shop} />
        <h1 className="font-semibold text-2xl">Did your data not come?</h1>
        <p className="mt-2 text-muted">
          {networkName} {planLine(order)} for {phone}, order {reference}. Check the balance of that very
          number first, and switch the phone off and on.
        </p>
        <form method="post" noValidate className="mt-6 flex flex-col gap-5">
          {wrong && Object.keys(errors).length === 0 && <Notice kind="error">{wrong.message}</Notice>}
          <Field {...seen}>
            <select {...fieldAria(seen)} defaultValue={typed.seen} className={controlClass}>
              <option value="">Choose</option>
              {Object.entries(SEEN_WORDS).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </Field>
          <Field {...said}>
            <textarea
              {...fieldAria(said)}
              rows={3}
              maxLength={500}
              defaultValue={typed.said}
              className={`${controlClass} py-2`}
            />
          </Field>
          <SubmitButton name="send" value="1" size="lg" wide>
            Tell {shop.name}
          </SubmitButton>
        </form>
        <p className="mt-5">
          <a
            href={`/s/${shop.slug}/o/${code}`}
            className="inline-flex min-h-11 items-center text-muted underline underline-offset-4"
          >
            Back to the order
          </a>
        </p>
      </Frame>
    ),
  };
}
