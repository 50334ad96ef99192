import type { Ctx } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import type { ChangedLine } from "./list-changed-lines.ts";
import type { OutageView } from "./list-outages.ts";

const read = async (ctx: Ctx) => (await import("./list-outages.ts")).listOutages(ctx);

const isUnsold = ({ state, sold }: OutageView) => state === "paused" && sold !== "all";

const toNames = (all: readonly OutageView[], format: (outage: OutageView) => string) =>
  [...new Set(all.map(format))].join(", ");

/** Describes the first few: their reason, and when they are tried again. */
const describe = (all: readonly OutageView[]) =>
  all
    .slice(0, 3)
    .flatMap(({ name, supplier, reason, probeAt }) => [
      `${name} from ${supplier}: ${reason} `,
      ...(probeAt ? ["Next try ", probeAt, ". "] : []),
    ]);

/** Formats "MTN SME from Alpha: 9 of 60 failed in the last hour, usually 3%." */
function formatChange({ name, supplier, failures, seconds }: ChangedLine): string {
  const parts = [
    ...(failures
      ? [
          `${failures.count} of ${failures.of} failed in the last hour, usually ${toPercent(failures.usualShare)}`,
        ]
      : []),
    ...(seconds ? [`it takes ${seconds.now.toFixed(0)} s, usually ${seconds.usual.toFixed(0)} s`] : []),
  ];
  return `${name} from ${supplier}: ${parts.join("; ")}.`;
}

const toPercent = (share: number) => `${Math.round(share * 100)}%`;

export const outageActionItems: ActionItemKinds = {
  outage: defineActionItem({
    label: "Plans not sold because of an outage",
    urgent: true,
    alarm: true,
    rank: 22,
    badge: { tone: "bad", word: "Not sold" },
    read,
    format(outages) {
      const unsold = outages.filter(isUnsold);
      return unsold.length === 0
        ? undefined
        : {
            title: `Not sold: ${toNames(unsold, ({ name, sold }) => (sold === "some" ? `part of ${name}` : name))}`,
            note: describe(unsold),
            path: "/admin/networks",
          };
    },
  }),
  outage_covered: defineActionItem({
    label: "Outage covered by another supplier",
    rank: 37,
    badge: { tone: "unsure", word: "Paused" },
    read,
    format(outages) {
      const covered = outages.filter((outage) => outage.state === "paused" && !isUnsold(outage));
      return covered.length === 0
        ? undefined
        : {
            title: `Bought elsewhere: ${toNames(covered, ({ name, supplier }) => `${name} of ${supplier}`)}`,
            note: describe(covered),
            path: "/admin/networks",
          };
    },
  }),
  failure_rate: defineActionItem({
    label: "Failures above usual",
    rank: 38,
    badge: { tone: "unsure", word: "Unusual" },
    read: async (ctx) => (await import("./list-changed-lines.ts")).listChangedLines(ctx),
    format: (changed) =>
      changed.length === 0
        ? undefined
        : {
            title: `Unusual: ${[...new Set(changed.map(({ name }) => name))].join(", ")}`,
            note: changed.slice(0, 3).map((line) => `${formatChange(line)} `),
            path: "/admin/networks",
          },
  }),
  outage_kept_open: defineActionItem({
    label: "Plan types kept open",
    rank: 166,
    badge: { tone: "unsure", word: "Kept open" },
    read,
    format(outages) {
      const open = outages.filter(({ state }) => state === "kept_open");
      return open.length === 0
        ? undefined
        : {
            title: `Never paused: ${toNames(open, ({ name, supplier }) => `${name} of ${supplier}`)}`,
            note: ["They are sold whatever fails, until this ends or you end it."],
            path: "/admin/networks",
          };
    },
  }),
};
