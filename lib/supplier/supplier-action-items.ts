import type { Ctx } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

const read = async (ctx: Ctx) => (await import("./read-supplier-problems.ts")).readSupplierProblems(ctx);

/** The page of one supplier, or the list where several are concerned. */
const toPath = ([first, ...others]: readonly { id: number }[], query = "") =>
  first && others.length === 0
    ? `/admin/networks/suppliers/${first.id}${query}`
    : "/admin/networks/suppliers";

const toNames = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(", ");

export const supplierActionItems: ActionItemKinds = {
  supplier_stopped: defineActionItem({
    label: "Supplier stopped",
    rank: 35,
    read,
    badge: { tone: "bad", word: "Stopped" },
    format: ({ stopped }) =>
      stopped.length > 0
        ? {
            title: pluralise(stopped.length, "supplier is stopped", "suppliers are stopped"),
            note: stopped.map(({ name, reason }) => `${name}: ${reason ?? "no reason was stored."} `),
            path: toPath(stopped),
          }
        : undefined,
  }),
  supplier_token: defineActionItem({
    label: "Supplier’s token needed",
    rank: 36,
    read,
    badge: { tone: "bad", word: "Not buying" },
    format: ({ withoutToken }) =>
      withoutToken.length > 0
        ? {
            title: "Enter the tokens of suppliers again",
            note: [
              `This database is a restored copy, so the portal buys nothing from: ${toNames(withoutToken)}.`,
            ],
            path: toPath(withoutToken),
          }
        : undefined,
  }),
  supplier_list: defineActionItem({
    label: "Supplier’s list out of date",
    rank: 42,
    read,
    badge: { tone: "bad", word: "Out of date" },
    format: ({ outdated }) =>
      outdated.length > 0
        ? {
            title: pluralise(
              outdated.length,
              "supplier’s list is out of date",
              "suppliers’ lists are out of date",
            ),
            note: outdated.flatMap(({ name, syncedAt, failure }) => [
              `${name}: `,
              ...(syncedAt ? ["last update ", syncedAt, ". "] : []),
              `${failure ?? "It hasn’t been updated since."} `,
            ]),
            path: toPath(outdated),
          }
        : undefined,
  }),
  supplier_cost: defineActionItem({
    label: "Supplier’s costs to confirm",
    rank: 165,
    read,
    badge: { tone: "unsure", word: "Not bought" },
    format: ({ repriced, repricedCount }) =>
      repricedCount > 0
        ? {
            title: pluralise(
              repricedCount,
              "plan costs much more or less at a supplier",
              "plans cost much more or less at a supplier",
            ),
            note: [`Nothing is bought there at such a cost until you confirm it: ${toNames(repriced)}.`],
            path: toPath(repriced, "?state=cost"),
          }
        : undefined,
  }),
  supplier_match: defineActionItem({
    label: "Supplier’s matches to confirm",
    rank: 164,
    read,
    badge: { tone: "unsure", word: "Not bought" },
    format: ({ rematched, rematchedCount }) =>
      rematchedCount > 0
        ? {
            title: pluralise(
              rematchedCount,
              "match of a supplier’s plan awaits you",
              "matches of a supplier’s plans await you",
            ),
            note: [
              `A plan changed after its match, or the supplier is new. Nothing is bought by it until you confirm the match: ${toNames(rematched)}.`,
            ],
            path: toPath(rematched, "?state=plan"),
          }
        : undefined,
  }),
};
