import type { SetupStep } from "#lib/report/maintenance";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { List, Row } from "../../ui/row.tsx";

const STEPS: Record<SetupStep["kind"], { title: string; note: string; path: string }> = {
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
    path: "/admin/settings/alerts",
  },
  second_owner: {
    title: "Add a second owner",
    note: "Large changes need two people.",
    path: "/admin/settings/staff",
  },
};

/** The checklist of the first day, until every step is done. */
export function Setup({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <Card title="Finish setting up" padded={false}>
      <List label="Setup steps">
        {steps.map(({ kind, done }) => {
          const { title, note, path } = STEPS[kind];
          return (
            <Row
              key={kind}
              href={path}
              title={title}
              note={note}
              state={
                <Badge tone={done ? "good" : "wait"} icon>
                  {done ? "Done" : "To do"}
                </Badge>
              }
            />
          );
        })}
      </List>
    </Card>
  );
}
