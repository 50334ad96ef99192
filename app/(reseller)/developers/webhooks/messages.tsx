import { Webhook } from "lucide-react";
import type { Page } from "#lib/core/page";
import type { DeliveryView } from "#lib/webhook/list-deliveries";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Delivery } from "./delivery.tsx";
import { STATES, TYPES } from "./message-words.ts";

interface Props {
  action: string;
  /** The filters that are on, as they stand in the address. */
  on: Readonly<Record<string, string>>;
  page: Page<DeliveryView>;
  /** Whether a page other than the first was asked for. */
  paged: boolean;
}

const CHOICES = [
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

/** Every message of the last 30 days, a page at a time, also those to addresses that were removed since. */
export function Messages({ action, on, page: { rows, next, previous }, paged }: Props) {
  const filtered = Object.keys(on).length > 0;
  return (
    <section>
      <h2 className="mb-3 font-semibold text-lg">Messages</h2>
      {(filtered || paged || rows.length > 0) && (
        <ListFilters here={action} on={on} search="Purchase or message" filters={CHOICES} />
      )}
      <Card padded={false}>
        {rows.length > 0 && (
          <ul aria-label="Messages" className="divide-y divide-line">
            {rows.map((message) => (
              <Delivery key={message.messageId} message={message} />
            ))}
          </ul>
        )}
        {rows.length === 0 && (filtered || paged) && (
          <EmptyState icon={Webhook} title="No such message">
            Messages are kept for 30 days. Change the filters to see others.
          </EmptyState>
        )}
        {rows.length === 0 && !filtered && !paged && (
          <EmptyState icon={Webhook} title="Nothing sent yet">
            Send a test, or wait for the next purchase. Each try is listed here for 30 days.
          </EmptyState>
        )}
      </Card>
      <Pager here={action} page={{ previous, next, on, order: "newest" }} />
    </section>
  );
}
