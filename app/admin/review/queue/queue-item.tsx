import type { ReactNode } from "react";
import { Badge, StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { KeyHint } from "#app/ui/key-hint";
import { FocusOnChange } from "#app/ui/page/focus-on-change";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import type { QueueFilter, ReviewItem, ReviewQueue } from "#lib/review/review-queue";
import type { SavedReply } from "#lib/review/saved-replies";
import { AssignForm } from "./assign-form.tsx";
import {
  ApprovalDecision,
  type DecisionProps,
  IssueDecision,
  TransferDecision,
  UnconfirmedDecision,
  UpgradeDecision,
} from "./decisions.tsx";
import { buildItemHref, KIND_LABELS } from "./queue-labels.ts";

interface Props {
  ctx: Ctx;
  item: ReviewItem;
  /** Its place in the queue. */
  position: number;
  queue: ReviewQueue;
  on: QueueFilter;
  replies: readonly SavedReply[];
  takesFocus: boolean;
}

export function QueueItem({ ctx, item, position, queue: { items, count }, on, replies, takesFocus }: Props) {
  const key = `${item.kind} ${item.item}`;
  const Decision = DECISIONS[item.kind];
  const isListed = items[position] === item;
  const previous = items[position - 1];
  const following = items[isListed ? position + 1 : position];
  const decision = {
    ctx,
    item,
    replies,
    next: buildItemHref(on, following ?? previous),
    facts: {
      ...(item.phone !== null && { number: item.phone }),
      ...(item.plan !== null && { plan: `${item.networkName} ${item.plan}` }),
      ...(item.amount !== null && { price: formatMoney(item.amount) }),
      ...(item.reseller !== null && { reseller: item.reseller }),
    },
  };
  return (
    <section aria-labelledby="item" className="grid min-w-0 gap-4">
      <header className="grid gap-1">
        <FocusOnChange of={key} off={!takesFocus} atOnce={takesFocus} className="outline-none">
          <h2 id="item" className="font-semibold text-lg">
            {KIND_LABELS[item.kind]}
            {item.plan && `: ${item.networkName} ${item.plan} for ${item.phone}`}
            {!item.plan && item.reseller && `: ${item.reseller}`}
          </h2>
        </FocusOnChange>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted max-md:order-first max-md:grow max-md:basis-52">
            <span className={item.overdue ? "font-semibold text-bad" : ""}>
              {item.overdue ? "Overdue since " : "Due "}
              <Time at={item.due} />
            </span>
            , {isListed ? `${position + 1} of ${count}` : "not in these filters"}
          </p>
          {item.assignee &&
            (item.assignee.own ? (
              <Badge>Assigned to you</Badge>
            ) : (
              <StateBadge tone="unsure" word={`Assigned to ${item.assignee.name}`} />
            ))}
          <AssignForm key={key} ctx={ctx} item={item} />
          <nav aria-label="Items" className="ml-auto flex gap-2 max-md:order-first">
            {previous && <ItemLink href={buildItemHref(on, previous)} label="Previous" shortcut="k" />}
            {following && <ItemLink href={buildItemHref(on, following)} label="Next" shortcut="j" />}
          </nav>
        </div>
      </header>
      <Decision key={key} {...decision} />
    </section>
  );
}

function ItemLink({ href, label, shortcut }: { href: string; label: string; shortcut: string }) {
  return (
    <ButtonLink href={href} variant="secondary" size="sm" aria-keyshortcuts={shortcut}>
      {label}
      <KeyHint>{shortcut.toUpperCase()}</KeyHint>
    </ButtonLink>
  );
}

const DECISIONS: Record<ReviewItem["kind"], (props: DecisionProps) => Promise<ReactNode>> = {
  unconfirmed: UnconfirmedDecision,
  issue: IssueDecision,
  approval: ApprovalDecision,
  transfer: TransferDecision,
  upgrade: UpgradeDecision,
};
