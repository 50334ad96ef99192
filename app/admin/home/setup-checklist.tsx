import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import type { SetupStep } from "#lib/report/setup-steps";

const STEP_TEXTS: Record<SetupStep["kind"], { title: string; note: string; path: string }> = {
  backup: {
    title: "Create a backup",
    note: "Run portal backup every night.",
    path: "/admin/system",
  },
  restore_test: {
    title: "Test a restore",
    note: "Run portal restore --rehearse --from latest.",
    path: "/admin/system",
  },
  recipients: {
    title: "Add an alert recipient",
    note: "No alert leaves the portal until you add one.",
    path: "/admin/settings/notifications#alerts",
  },
  second_owner: {
    title: "Add a second owner",
    note: "Large changes need two people.",
    path: "/admin/settings/staff",
  },
};

/** The checklist of the first day, until every step is done. */
export function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <Card title="Finish setting up" padded={false}>
      <RowList label="Setup steps">
        {steps.map(({ kind, done }) => {
          const { title, note, path } = STEP_TEXTS[kind];
          return (
            <ListRow
              key={kind}
              href={path}
              title={title}
              note={note}
              state={<StateBadge tone={done ? "good" : "wait"} word={done ? "Done" : "To do"} />}
            />
          );
        })}
      </RowList>
    </Card>
  );
}
