import { formatPlanLine } from "#app/s/_shop/order-labels.ts";
import { ShopSubmitButton } from "#app/s/_shop/shop-controls";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopFrame, SmallShopHead } from "#app/s/_shop/shop-frame";
import { Banner } from "#app/ui/banner";
import { controlClass } from "#app/ui/form/control-class.ts";
import { Field, fieldAria } from "#app/ui/form/field";
import { SYMPTOM_LABELS } from "#app/ui/purchase/delivery-issue-labels.ts";
import type { FieldErrors } from "#lib/core/error";
import type { CustomerOrderView } from "#lib/shop/order/find-order";

interface Props {
  order: CustomerOrderView;
  code: string;
  typed: { symptom: string; details: string };
  wrong?: { message: string; fields: FieldErrors };
}

/** The form that reports an undelivered order to the shop. Works without script. */
export function complaintFormPage({ order, code, typed, wrong }: Props): ShopHtmlPage {
  const { shop, networkName, phone, reference } = order;
  const errors = wrong?.fields ?? {};
  const details = {
    label: "Anything else",
    name: "details",
    optional: true,
    error: errors.details?.join(" "),
  };
  const symptom = { label: "What do you see?", name: "symptom", error: errors.symptom?.join(" ") };
  return {
    title: `Didn’t get your data? · ${shop.name}`,
    active: true,
    body: (
      <ShopFrame shop={shop}>
        <SmallShopHead shop={shop} />
        <h1 className="font-semibold text-2xl">Didn’t get your data?</h1>
        <p className="mt-2 text-muted">
          {networkName} {formatPlanLine(order)} for {phone}, order {reference}. Check that number’s data
          balance first, then switch the phone off and on.
        </p>
        <form method="post" noValidate className="mt-6 flex flex-col gap-5">
          {wrong && Object.keys(errors).length === 0 && <Banner kind="error">{wrong.message}</Banner>}
          <Field {...symptom}>
            <select {...fieldAria(symptom)} defaultValue={typed.symptom} className={controlClass}>
              <option value="">Select</option>
              {Object.entries(SYMPTOM_LABELS).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          </Field>
          <Field {...details}>
            <textarea
              {...fieldAria(details)}
              rows={3}
              maxLength={500}
              defaultValue={typed.details}
              className={`${controlClass} py-2`}
            />
          </Field>
          <ShopSubmitButton name="send" value="1" size="lg" wide>
            Report to {shop.name}
          </ShopSubmitButton>
        </form>
        <p className="mt-5">
          <a
            href={`/s/${shop.slug}/o/${code}`}
            className="inline-flex min-h-11 items-center text-muted underline underline-offset-4"
          >
            Back to the order
          </a>
        </p>
      </ShopFrame>
    ),
  };
}
