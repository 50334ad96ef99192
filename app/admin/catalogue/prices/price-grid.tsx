"use client";

import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button";
import { cx } from "#app/ui/cx.ts";
import { Form, type FormAction } from "#app/ui/form/form";
import { FormMessage } from "#app/ui/form/form-message";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { TABLE_ROLES } from "#app/ui/list/data-table";
import { PermissionGate, useHasPermission } from "#app/ui/page/permission-gate";
import { PriceGridChanges } from "./price-grid-changes.tsx";
import type { PriceGridResult } from "./price-grid-result.ts";

export interface GridRow {
  id: number;
  title: string;
  note: string;
  /** As formatted and as decimal text; null while it is unknown. */
  cost: { label: string; text: string } | null;
  cells: GridCell[];
}

interface GridCell {
  name: string;
  price: string;
  by: string;
}

interface Props {
  levels: readonly string[];
  rows: readonly GridRow[];
  /** The prices that the page shows, by the names of their cells, as JSON. */
  was: string;
  money: { locale: string; currency: string };
  send: FormAction<PriceGridResult>;
}

export function PriceGrid({ levels, rows, was, money: { locale, currency }, send }: Props) {
  const marginFormat = new Intl.NumberFormat(locale, { ...MARGIN_STYLE, currency });
  const [state, act] = useFormAction<PriceGridResult>(send, null);
  const answer: PriceGridResult = state?.ok ? state.result : {};
  const table = useRef<HTMLTableElement>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state) focusResult(result.current);
  }, [state]);
  const [pasted, setPasted] = useState<PasteResult | null>(null);
  const mayChange = useHasPermission("prices");
  const typedOver = state && !state.ok ? state.values : answer.typed;
  return (
    <Form state={state} id="prices" action={act} hidden={{ was }}>
      <div
        ref={result}
        tabIndex={-1}
        className="grid scroll-mt-4 gap-4 rounded-lg has-[>:only-child:empty]:absolute"
      >
        <FormMessage error={state && !state.ok ? state.message : answer.trouble} done={answer.done} />
        {answer.changes && <PriceGridChanges {...answer} />}
      </div>
      {pasted && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-wait-soft px-4 py-2">
          <p className="flex-1">{formatPasteResult(pasted)}</p>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              for (const [input, before] of pasted.over) setInputValue(input, before);
              setPasted(null);
            }}
          >
            Undo paste
          </Button>
        </div>
      )}
      <div className="border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border md:max-lg:overflow-x-auto">
        <table
          ref={table}
          {...TABLE_ROLES.table}
          onPaste={(event) => mayChange && setPasted((before) => pasteCells(event, table.current) ?? before)}
          onKeyDown={(event) => moveFocus(event, table.current)}
          className="w-full max-md:block"
        >
          <caption className="sr-only">Prices by plan and level</caption>
          <thead className="text-left text-muted text-sm max-md:sr-only lg:sticky lg:top-0 lg:z-10 lg:shadow-[0_1px_0_var(--color-line)] [&_th]:bg-surface [&_th]:first:rounded-tl-lg [&_th]:last:rounded-tr-lg">
            <tr {...TABLE_ROLES.row}>
              <th {...TABLE_ROLES.head} scope="col" className="px-5 py-2.5 font-medium">
                Plan
              </th>
              <th {...TABLE_ROLES.head} scope="col" className="px-2 py-2.5 text-right font-medium">
                Cost
              </th>
              {levels.map((level) => (
                <th
                  key={level}
                  {...TABLE_ROLES.head}
                  scope="col"
                  className="px-2 py-2.5 text-right font-medium last:pr-5"
                >
                  {level}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            {...TABLE_ROLES.body}
            className="divide-y divide-line max-md:block md:border-line md:border-t"
          >
            {rows.map(({ id, title, note, cost, cells }) => (
              <tr
                key={id}
                {...TABLE_ROLES.row}
                className="max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:gap-y-2 max-md:px-4 max-md:py-3"
              >
                <th {...TABLE_ROLES.rowHead} scope="row" className="text-left font-normal md:px-5 md:py-2">
                  <span className="block whitespace-nowrap font-medium text-sm">{title}</span>
                  <span className="block max-w-56 truncate text-muted text-xs">{note}</span>
                </th>
                <td {...TABLE_ROLES.cell} className="whitespace-nowrap text-right text-sm md:px-2 md:py-2">
                  <span className="text-muted md:hidden">Cost </span>
                  {cost?.label ?? <span className="text-faint">unknown</span>}
                </td>
                {cells.map((cell, column) => (
                  <td
                    key={cell.name}
                    {...TABLE_ROLES.cell}
                    className="align-top md:px-2 md:py-2 md:last:pr-5"
                  >
                    <PriceCell
                      {...cell}
                      fixed={!mayChange}
                      label={`${title}, ${note}: ${levels[column]}`}
                      level={levels[column] ?? ""}
                      cost={cost?.text ?? null}
                      marginFormat={marginFormat}
                      typed={[typedOver?.[cell.name]].flat()[0]}
                      wrong={answer.wrong?.[cell.name]}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PermissionGate do="prices">
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-line border-t bg-ground py-3 max-md:-mx-4 max-md:px-4">
          <SubmitButton name="step" value="look" variant={answer.changes?.length ? "secondary" : "primary"}>
            Preview changes
          </SubmitButton>
          <p className="text-muted text-sm max-md:hidden">Nothing is saved until you confirm.</p>
        </div>
      </PermissionGate>
    </Form>
  );
}

/** Shows the preview or the result, which is above the table, unless a field with an error has the focus. */
function focusResult(element: HTMLElement | null): void {
  if (!element || element.closest("form")?.querySelector("[aria-invalid=true]")) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
}

interface PriceCellProps extends GridCell {
  label: string;
  level: string;
  cost: string | null;
  marginFormat: Intl.NumberFormat;
  typed: string | undefined;
  wrong: string | undefined;
  fixed: boolean;
}

function PriceCell({
  name,
  label,
  level,
  price,
  by,
  cost,
  marginFormat,
  typed,
  wrong,
  fixed,
}: PriceCellProps) {
  const shown = typed ?? price;
  const [now, setNow] = useState({ from: shown, text: shown });
  const text = now.from === shown ? now.text : shown;
  const changed = text.trim() !== price;
  const leaves =
    cost === null || text.trim() === "" ? undefined : Number(normaliseAmount(text)) - Number(cost);
  const note = wrong ?? formatMargin(leaves, marginFormat);
  return (
    <label className="block">
      <span className="block text-muted text-xs md:hidden">{level}</span>
      <input
        data-cell
        name={name}
        defaultValue={shown}
        aria-label={label}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={`${name}-leaves`}
        disabled={cost === null}
        readOnly={fixed}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        title={by}
        onInput={({ currentTarget }) => setNow({ from: shown, text: currentTarget.value })}
        className={cx(
          "h-11 w-full scroll-mt-14 rounded-md border px-2 text-right tabular-nums outline-offset-2 disabled:bg-sunken md:h-9 md:min-w-24 md:text-sm",
          wrong !== undefined || (leaves !== undefined && leaves < 0)
            ? "border-bad bg-surface"
            : changed
              ? "border-accent bg-accent-soft font-semibold"
              : "border-edge bg-surface",
        )}
      />
      <span
        id={`${name}-leaves`}
        className={cx(
          "mt-0.5 block min-h-4 text-right text-xs",
          wrong !== undefined || (leaves !== undefined && !(leaves >= 0)) ? "text-bad" : "text-muted",
        )}
      >
        {note}
      </span>
    </label>
  );
}

/** "+₦1,158", "+₦12.50". */
const MARGIN_STYLE = {
  style: "currency",
  currencyDisplay: "narrowSymbol",
  signDisplay: "always",
  trailingZeroDisplay: "stripIfInteger",
} as const;

function formatMargin(leaves: number | undefined, format: Intl.NumberFormat): string {
  if (leaves === undefined) return "";
  if (Number.isNaN(leaves)) return "Not a number";
  return leaves < 0 ? "Below cost" : format.format(leaves);
}

const normaliseAmount = (text: string) => text.replace(/[\s\p{Sc},]/gu, "") || "-";

/** The pasted cells with their previous values, and the number of values without a cell. */
interface PasteResult {
  over: [HTMLInputElement, string][];
  left: number;
}

function formatPasteResult({ over, left }: PasteResult): string {
  const filled = over.length === 1 ? "1 price was pasted." : `${over.length} prices were pasted.`;
  return left === 0 ? filled : `${filled} ${left} more didn’t fit the table.`;
}

/** Fills pasted lines of cells from the focused cell to the right and down. */
function pasteCells(event: ClipboardEvent, table: HTMLTableElement | null): PasteResult | null {
  const lines = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n$/, "").split("\n");
  const values = lines.slice(0, 500).map((line) => line.split("\t"));
  const from = findCellPosition(event.target, table);
  if (!from || (values.length === 1 && values[0]?.length === 1)) return null;
  event.preventDefault();
  const over: [HTMLInputElement, string][] = [];
  let left = 0;
  for (const [y, line] of values.entries())
    for (const [x, value] of line.entries()) {
      const input = from.cells[from.row + y]?.[from.column + x];
      if (!input || input.disabled) left += 1;
      else {
        over.push([input, input.value]);
        setInputValue(input, value.trim());
      }
    }
  return { over, left };
}

/** Up and down move to the same level of the next plan; Escape restores the price. */
function moveFocus(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const from = findCellPosition(event.target, table);
  if (!from) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const input = from.cells[from.row]?.[from.column];
  if (event.key === "Escape" && input) setInputValue(input, input.defaultValue);
  if (step === undefined) return;
  event.preventDefault();
  from.cells[from.row + step]?.[from.column]?.select();
}

function findCellPosition(target: EventTarget, table: HTMLTableElement | null) {
  const cells = Array.from(table?.tBodies[0]?.rows ?? [], (row) => [
    ...row.querySelectorAll<HTMLInputElement>("input[data-cell]"),
  ]);
  const input = target as HTMLInputElement;
  const row = cells.findIndex((line) => line.includes(input));
  return row < 0 ? undefined : { cells, row, column: cells[row]?.indexOf(input) ?? 0 };
}

function setInputValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
