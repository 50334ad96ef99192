import { Fragment } from "react";
import { StateBadge } from "#app/ui/badge";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Time } from "#app/ui/time";
import { TONE_TEXT_CLASS, ToneIcon } from "#app/ui/tone-icon";
import { pluralise } from "#lib/core/text/pluralise";
import type { ActionItem } from "#lib/monitoring/action-items";
import type { SetupStep } from "#lib/monitoring/setup-steps";

export function ActionItemList({ needs, isSetUp }: { needs: readonly ActionItem[]; isSetUp: boolean }) {
  if (needs.length === 0) {
    return (
      isSetUp && (
        <p className="flex items-center gap-3 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
          <CircleCheck className="size-5 shrink-0" />
          No action required.
        </p>
      )
    );
  }
  return (
    <Card
      title="Action required"
      padded={false}
      action={
        <ButtonLink href="/admin/review/queue" size="sm">
          Open queue
        </ButtonLink>
      }
    >
      <RowList label="Action required">
        {needs.map(({ kind, title, note, path, badge }) => (
          <ListRow
            key={kind}
            href={path}
            title={title}
            note={note.map((part, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
              <Fragment key={n}>{part instanceof Date ? <Time at={part} /> : part}</Fragment>
            ))}
            lead={
              <span className={TONE_TEXT_CLASS[badge.tone]}>
                <ToneIcon tone={badge.tone} className="size-5" />
                <span className="sr-only">{badge.word}</span>
              </span>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

const STEP_TEXTS: Record<SetupStep["kind"], { title: string; note: string; path: string }> = {
  prices: {
    title: "Set your prices",
    note: "Without a price rule each level pays the price that your supplier lists for it.",
    path: "/admin/catalogue/rules",
  },
  payments: {
    title: "Choose how resellers pay you",
    note: "Write payment instructions for bank transfers, or set the keys of a payment provider.",
    path: "/admin/settings/payments",
  },
  contact: {
    title: "Add a support contact",
    note: "Resellers and customers of shops contact you with it; without one, customers can’t report a shop.",
    path: "/admin/settings/general#support-contact",
  },
  reseller: {
    title: "Add a reseller",
    note: "Begin with one of your own: credit a small sum, and buy a bundle for your phone.",
    path: "/admin/resellers/new",
  },
  recipients: {
    title: "Add an alert recipient, and send a test alert",
    note: "No alert leaves the portal until you add one; done once a message arrived.",
    path: "/admin/settings/notifications#alerts",
  },
  backup: {
    title: "Create an encrypted backup",
    note: "Every night, with a key of your own.",
    path: "/admin/records/system",
  },
  restore_test: {
    title: "Store the backup key elsewhere, and test a restore with it",
    note: "Without its key, a backup can’t be read.",
    path: "/admin/records/system",
  },
  second_owner: {
    title: "Add a second owner",
    note: "Large changes need two people.",
    path: "/admin/settings/staff",
  },
};

/** Whether the portal is new, without a reseller or a backup: until then the checklist is open. */
const isNew = (steps: readonly SetupStep[]) =>
  steps.some(({ kind, done }) => (kind === "backup" || kind === "reseller") && !done);

/** The checklist of the first day, until every step is done; one line once the portal is in use. */
export function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  const open = steps.filter(({ done }) => !done);
  const left = (
    <span className="text-muted text-sm">
      {pluralise(open.length, "step", "steps")} left of {steps.length}
    </span>
  );
  const list = (
    <RowList label="Setup steps">
      {(isNew(steps) ? open : steps).map(({ kind, done }) => {
        const { title, note, path } = STEP_TEXTS[kind];
        return (
          <ListRow
            key={kind}
            href={path}
            title={<span className="whitespace-normal">{title}</span>}
            note={note}
            state={
              !isNew(steps) && <StateBadge tone={done ? "good" : "wait"} word={done ? "Done" : "To do"} />
            }
          />
        );
      })}
    </RowList>
  );
  if (isNew(steps))
    return (
      <Card title="Finish setting up" action={left} padded={false}>
        {list}
      </Card>
    );
  return (
    <Card padded={false}>
      <details>
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-4 py-2 md:px-5">
          <h2 className="font-semibold text-base">Finish setting up</h2>
          {left}
        </summary>
        {list}
      </details>
    </Card>
  );
}
