import type { UpkeepView } from "#lib/upkeep/upkeep";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";

const KINDS = [
  { kind: "check", label: "Books checked", never: "Each night, once a worker runs." },
  { kind: "backup", label: "Backup", never: "Never. Begin with: npm run portal -- backup" },
  {
    kind: "rehearsal",
    label: "Backup tried out",
    never: "Never. Begin with: npm run portal -- restore --rehearse --from latest",
  },
] as const;

/** When the books were last checked, backed up and restored for trial, and what came of it. */
export function Upkeep({ done }: { done: readonly UpkeepView[] }) {
  return (
    <Card title="Safety of the books">
      <ul className="grid gap-4">
        {KINDS.map(({ kind, label, never }) => {
          const last = done.find((one) => one.kind === kind);
          return (
            <li key={kind} className="grid gap-1">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{label}</span>
                {last && (
                  <Badge tone={last.ok ? "good" : "bad"} icon>
                    {last.ok ? "Went well" : "Failed"}
                  </Badge>
                )}
              </div>
              <p className="break-words text-muted text-sm">
                {last ? (
                  <>
                    <Time at={last.endedAt} /> · {last.said}
                    {!last.ok && last.wentWellAt && (
                      <>
                        . Last went well <Time at={last.wentWellAt} />
                      </>
                    )}
                  </>
                ) : (
                  never
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
