import { Webhook } from "lucide-react";
import { Card } from "#app/ui/card";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody } from "#app/ui/list/list-page";
import type { ListResult } from "#app/ui/list/pager";
import type { DeliveryView } from "#lib/webhook/delivery-list";
import { WebhookDelivery } from "./webhook-delivery.tsx";
import { DELIVERY_STATE_LABELS, EVENT_TYPE_LABELS } from "./webhook-labels.ts";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(DELIVERY_STATE_LABELS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: "type",
    label: "Topic",
    empty: "All",
    options: Object.entries(EVENT_TYPE_LABELS).map(([value, label]) => ({ value, label })),
  },
];

const EMPTY_STATE = {
  icon: Webhook,
  title: "No deliveries yet",
  text: "Send a test event, or wait for the next purchase. Deliveries show here for 30 days.",
};

const NO_RESULTS = {
  icon: Webhook,
  title: "No matching deliveries",
  text: "Deliveries are kept for 30 days. Change the filters to see others.",
};

/** The webhook deliveries of the last 30 days, also to removed webhooks. */
export function WebhookDeliveryList({ here, page }: { here: string; page: ListResult<DeliveryView> }) {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">Deliveries</h2>
      {(page.narrowed || page.rows.length > 0) && (
        <ListFilters here={here} on={page.on} search="Purchase or event ID" filters={FILTERS} />
      )}
      <ListBody here={here} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS}>
        <Card padded={false}>
          <ul aria-label="Deliveries" className="divide-y divide-line">
            {page.rows.map((message) => (
              <WebhookDelivery key={message.messageId} message={message} />
            ))}
          </ul>
        </Card>
      </ListBody>
    </section>
  );
}
