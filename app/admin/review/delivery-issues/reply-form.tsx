import { AdminForm } from "#app/admin/admin-form";
import { replyToDeliveryIssueAction } from "#app/admin/review/delivery-issues/actions.ts";
import { SavedReplyButtons } from "#app/admin/review/queue/saved-reply-buttons";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { Textarea } from "#app/ui/form/textarea";
import { KeyHint } from "#app/ui/key-hint";
import { formatMoney } from "#lib/core/money/money";
import type { AdminDeliveryIssueView } from "#lib/issue/delivery-issue-view";
import type { AdminPurchaseDetail } from "#lib/purchase/read/purchase-view";
import { fillReply, type SavedReply } from "#lib/review/saved-replies";

interface Props {
  issue: AdminDeliveryIssueView;
  purchase: Pick<AdminPurchaseDetail, "ident" | "state" | "price">;
  needsSecond: boolean;
  replies: readonly SavedReply[];
  facts: Parameters<typeof fillReply>[1];
  next: string;
}

const REPLIES = [
  { value: "asking", label: "Asking the supplier", key: "a" },
  { value: "customer", label: "Customer details needed", key: "c" },
  { value: "delivered", label: "Delivered: close", key: "d" },
  { value: "money_back", label: "Failed: refund", key: "r" },
] as const;

/** Hides what only one reply has until that one is chosen, without script too. */
const FIELD_CLASS = {
  asking: "[form:not(:has([value=asking]:checked))_&]:hidden",
  money_back: "[form:not(:has([value^=money]:checked))_&]:hidden",
};

/** An admin's reply to an open delivery issue; nothing for a closed one. */
export function IssueReplyForm({ issue, purchase, needsSecond, replies, facts, next }: Props) {
  if (issue.state === "closed") return null;
  const { ident, state, price } = purchase;
  const decided = state === "successful";
  const list = (field: SavedReply["field"]) =>
    replies
      .filter((reply) => reply.field === field)
      .map(({ id, text }) => ({ id, text: fillReply(text, facts) }));
  return (
    <Card title="Reply">
      {!decided && (
        <Banner
          className="mb-4"
          kind="warn"
          title="The purchase is unconfirmed"
          link={{ href: `/admin/review?q=${ident}#unconfirmed`, label: "Resolve purchase" }}
        >
          Resolve the purchase first. If it wasn’t delivered, it’s refunded and the delivery issue closes.
        </Banner>
      )}
      <AdminForm
        needs="answer"
        id="answer"
        action={replyToDeliveryIssueAction}
        hidden={{ ident, version: issue.version, next }}
        reasonLabel="Internal note"
        reasonHint="Your evidence. Only admins see it."
        submit="Send reply"
        look={{ variant: "primary" }}
      >
        <FieldSet legend="Result" name="answer">
          <div className="@container">
            <div className="grid @md:grid-cols-2 gap-x-6">
              {(decided ? REPLIES : REPLIES.slice(0, 2)).map(({ value, label, key }) => (
                <Radio
                  key={value}
                  name="answer"
                  value={value}
                  label={
                    <>
                      {label}
                      <KeyHint>{key.toUpperCase()}</KeyHint>
                    </>
                  }
                  aria-keyshortcuts={key}
                  data-then="text"
                  className="md:pointer-fine:min-h-9"
                />
              ))}
            </div>
          </div>
        </FieldSet>
        <SavedReplyButtons keys field="text" replies={list("text")} />
        <Textarea label={`Message to ${issue.resellerName}`} name="text" maxLength={500} />
        <div className={FIELD_CLASS.asking}>
          <Input
            label="Next update in (hours)"
            name="hours"
            inputMode="numeric"
            defaultValue="24"
            className="max-w-40"
          />
        </div>
        {decided && (
          <p className={cx("text-muted text-sm", FIELD_CLASS.money_back)}>
            {formatMoney(price)} is credited to the wallet once
            {needsSecond ? ", after another admin approves it" : ""}. Your message is on the statement.
          </p>
        )}
        <SavedReplyButtons field="reason" replies={list("reason")} />
      </AdminForm>
    </Card>
  );
}
