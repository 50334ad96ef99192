import type { ActionItemBadge, ActionItemText } from "#lib/core/action-item";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { log } from "#lib/core/log";
import { type ActionItemKind, listActionItemKinds, type Module } from "#lib/core/module";
import { waitAtMost } from "#lib/core/time/wait-at-most";

export interface ActionItem extends Pick<ActionItemText, "title" | "note" | "path"> {
  kind: string;
  badge: ActionItemBadge;
  /** Whether its facts could not be read, so that its state is unknown. */
  isUnchecked: boolean;
}

/** Of reading the facts of a kind. */
const TIMEOUT_MS = 10_000;

/**
 * Lists action items, the most urgent first. A kind whose facts can't be read in time becomes an item that
 * says so, and delays no other. Admins only.
 */
export async function listActionItems(
  ctx: Ctx,
  modules: readonly Module[],
  { timeoutMs = TIMEOUT_MS, alarmsOnly = false } = {},
): Promise<ActionItem[]> {
  requireAdmin(ctx);
  const started = new Map<ActionItemKind["read"], Promise<unknown>>();
  const readOnce = ({ read }: ActionItemKind) => {
    const facts =
      started.get(read) ?? waitAtMost(timeoutMs, read(ctx, modules), `No response within ${timeoutMs} ms.`);
    started.set(read, facts);
    return facts;
  };
  const kinds = Object.entries(listActionItemKinds(modules)).filter(([, { alarm }]) => alarm || !alarmsOnly);
  const items = await Promise.all(
    kinds.map(async ([name, kind]) => {
      try {
        return toActionItem(name, kind, kind.format(await readOnce(kind)));
      } catch (error) {
        log.error("action_item.unchecked", { kind: name, error });
        return toUncheckedItem(name, kind);
      }
    }),
  );
  return items
    .flat()
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ rank: _, ...item }) => item);
}

type RankedItem = ActionItem & { rank: number };

const toActionItem = (
  kind: string,
  { rank, badge }: ActionItemKind,
  text: ActionItemText | undefined,
): RankedItem[] => (text ? [{ kind, rank, badge, isUnchecked: false, ...text }] : []);

const toUncheckedItem = (kind: string, { label, rank }: ActionItemKind): RankedItem[] => [
  {
    kind,
    rank,
    isUnchecked: true,
    path: "/admin/records/system",
    title: `Not checked: ${label}`,
    note: ["It may require action. Reload the page. If it keeps happening, check the log."],
    badge: { tone: "unsure", word: "Unknown" },
  },
];
