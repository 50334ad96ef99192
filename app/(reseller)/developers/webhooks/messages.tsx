import { Webhook } from "lucide-react";
import type { DeliveryView } from "#lib/webhook/delivery-list";
import { Card } from "../../../ui/card.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { ListBody } from "../../../ui/list-page.tsx";
import type { Listed } from "../../../ui/pager.tsx";
import { Delivery } from "./delivery.tsx";
import { STATES, TYPES } from "./message-words.ts";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: "type",
    label: "About",
    empty: "All",
    options: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
  },
];

const EMPTY = {
  icon: Webhook,
  title: "Nothing sent yet",
  text: "Send a test, or wait for the next purchase. Each try is listed here for 30 days.",
};

const UNMATCHED = {
  icon: Webhook,
  title: "No such message",
  text: "Messages are kept for 30 days. Change the filters to see others.",
};

/** Every message of the last 30 days, a page at a time, also those to addresses that were removed since. */
export function Messages({ here, page }: { here: string; page: Listed<DeliveryView> }) {
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">Messages</h2>
      {(page.narrowed || page.rows.length > 0) && (
        <ListFilters here={here} on={page.on} search="Purchase or message" filters={FILTERS} />
      )}
      <ListBody here={here} page={page} empty={EMPTY} unmatched={UNMATCHED}>
        <Card padded={false}>
          <ul aria-label="Messages" className="divide-y divide-line">
            {page.rows.map((message) => (
              <Delivery key={message.messageId} message={message} />
            ))}
          </ul>
        </Card>
      </ListBody>
    </section>
  );
}
