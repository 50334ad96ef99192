import type { Catalogue } from "#lib/catalogue/catalogue";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Time } from "../../ui/time.tsx";
import { DeskForm } from "../desk-form.tsx";
import { syncNow } from "./actions.ts";

/** How old the list of plans is, and a way to ask for it now. */
export function CatalogueAge({ catalogue }: { catalogue: Catalogue }) {
  const { fresh, syncedAt, source, failure, version, changedAt, plans } = catalogue;
  const listed = [...plans.values()].filter(({ vanishedAt }) => vanishedAt === null).length;
  return (
    <Card
      title="Catalogue"
      action={
        <Badge tone={fresh ? "good" : "bad"} icon>
          {fresh ? "Fresh" : "Too old to sell"}
        </Badge>
      }
    >
      <Facts
        facts={[
          { label: "Asked for", value: syncedAt ? <Time at={syncedAt} /> : "Never" },
          { label: "Plans listed", value: listed },
          { label: "List", value: source === "plain" ? "Plain, without level prices" : "Filtered" },
          { label: `Version ${version}`, value: <Time at={changedAt} /> },
          ...(failure ? [{ label: "Last try failed", value: failure }] : []),
        ]}
      />
      <div className="mt-4">
        <DeskForm id="sync" action={syncNow} why={null} submit="Ask for it now" />
      </div>
    </Card>
  );
}
