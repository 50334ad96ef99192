import { notFound } from "next/navigation";
import { saveShopMessagesAction } from "#app/(reseller)/shop/actions.ts";
import { requireShopPage } from "#app/(reseller)/shop/shop-page";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Checkbox, FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { MessageCircle } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListFilters } from "#app/ui/list/list-filters";
import { CsvLink, ListBody } from "#app/ui/list/list-page";
import { describeMessage, MEDIUM_LABELS, MESSAGE_STATE_LABELS } from "#app/ui/message-labels.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { type OwnMessage, ownMessageList } from "#lib/message/message-list";
import { getShopMessages, type ShopMessagesView } from "#lib/message/shop-messages";

export const metadata = { title: "Messages" };

const PATH = "/shop/messages";

export default async function ShopMessagesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireShopPage();
  const [messages, page] = await Promise.all([
    getShopMessages(ctx),
    ownMessageList.page(ctx, await searchParams),
  ]);
  const isOn = messages.choices.length > 0;
  // Messages that were sent stay, also after the operator turned them off.
  if (!isOn && page.rows.length === 0 && !page.narrowed) notFound();
  return (
    <>
      <PageHeader title="Messages" back={{ href: "/shop/details", label: "Shop details" }} />
      {isOn && (
        <div className="mb-6 max-w-2xl">
          <MessageSettings messages={messages} />
        </div>
      )}
      <SentMessages page={page} />
    </>
  );
}

/** Every message that was sent. */
function SentMessages({ page }: { page: Awaited<ReturnType<typeof ownMessageList.page>> }) {
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">Sent messages</h2>
        {page.rows.length > 0 && <CsvLink here={PATH} page={page} />}
      </div>
      {(page.rows.length > 0 || page.narrowed) && <ListFilters here={PATH} on={page.on} days />}
      <ListBody
        here={PATH}
        page={page}
        empty={{
          icon: MessageCircle,
          title: "No messages yet",
          text: "They appear here when data for a customer who agreed to messages is delivered or refunded.",
        }}
      >
        <DataTable caption="Sent messages" columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
      </ListBody>
    </>
  );
}

const COLUMNS: readonly Column<OwnMessage>[] = [
  { head: "Time", phone: "note", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: "Message",
    phone: "title",
    cell: describeMessage,
  },
  { head: "By", cell: ({ medium }) => MEDIUM_LABELS[medium] },
  {
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ payer, price }) => (payer === "wallet" ? formatMoney(price) : "Free"),
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ state }) => <StateBadge {...MESSAGE_STATE_LABELS[state]} icon={false} />,
  },
];

function MessageSettings({
  messages: { medium, choices, priceRose, renewals },
}: {
  messages: ShopMessagesView;
}) {
  const priceOf = (wanted: string) => String(choices.find((choice) => choice.medium === wanted)?.price ?? 0n);
  return (
    <Card title="Messages to your customers">
      {priceRose && (
        <Banner kind="warn" title="The price has risen" className="mb-4">
          No messages are sent until you save again.
        </Banner>
      )}
      <p className="mb-4 text-muted">
        Customers who agree to it when they order get a message when their data is delivered or not, and when
        their money is refunded. When you buy for a customer, you choose it on Buy.
      </p>
      <ActionForm
        id="messages"
        action={saveShopMessagesAction}
        hidden={{ smsPrice: priceOf("sms"), whatsappPrice: priceOf("whatsapp") }}
      >
        <FormStatus />
        <FieldSet legend="Send messages" name="medium">
          <Radio name="medium" value="" label="Off" defaultChecked={medium === null} />
          {choices.map((choice) => (
            <Radio
              key={choice.medium}
              name="medium"
              value={choice.medium}
              label={`By ${MEDIUM_LABELS[choice.medium]}`}
              note={
                choice.price > 0n
                  ? `${formatMoney(choice.price)} for each, from your wallet, once it’s accepted.`
                  : `Free: ${env().PORTAL_NAME} pays.`
              }
              defaultChecked={medium === choice.medium}
            />
          ))}
        </FieldSet>
        <Checkbox
          name="renewals"
          value="yes"
          label="Also tell them the day before their data ends"
          note="With a link to order it again. Only customers who order from now on, and not if they renewed."
          defaultChecked={renewals}
        />
        <SubmitButton className="self-start">Save</SubmitButton>
      </ActionForm>
    </Card>
  );
}
