/** The columns that a reader can add to the purchases. */
export const PURCHASE_COLUMNS = {
  supplier: "Supplier",
  level: "Level",
  cost: "Cost",
  margin: "Margin",
} as const;
export type PurchaseColumn = keyof typeof PURCHASE_COLUMNS;

const isPurchaseColumn = (name: string): name is PurchaseColumn => name in PURCHASE_COLUMNS;

/** Parses "supplier,cost"; unknown names are left out. */
export const parseColumns = (text = ""): PurchaseColumn[] => text.split(",").filter(isPurchaseColumn);

/** Formats the columns with one more, or without it if they have it; null for none. */
export function toggleColumn(text: string | undefined, name: PurchaseColumn): string | null {
  const columns = parseColumns(text);
  const left = columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name];
  return left.length === 0 ? null : left.join(",");
}
