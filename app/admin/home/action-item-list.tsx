import { CircleCheck } from "lucide-react";
import { Fragment } from "react";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PlainIcon } from "#app/ui/plain-icon";
import { Time } from "#app/ui/time";
import type { ActionItem } from "#lib/report/action-items";

/** The action items, most urgent first, each with a link to its page. */
export function ActionItemList({ needs, isSetUp }: { needs: readonly ActionItem[]; isSetUp: boolean }) {
  if (needs.length === 0) {
    return (
      isSetUp && (
        <p className="flex items-center gap-3 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
          <PlainIcon icon={CircleCheck} className="size-5 shrink-0" />
          No action required.
        </p>
      )
    );
  }
  return (
    <Card title="Action required" padded={false}>
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
            state={<StateBadge tone={badge.tone} word={badge.word} />}
          />
        ))}
      </RowList>
    </Card>
  );
}
