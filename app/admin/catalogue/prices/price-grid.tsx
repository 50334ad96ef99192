"use client";

import { type ClipboardEvent, type KeyboardEvent, useActionState, useRef, useState } from "react";
import type { ActionState } from "#lib/web/action";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ROLE } from "../../../ui/data-table.tsx";
import { Form, type FormAction } from "../../../ui/form.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { May, useMay } from "../../../ui/may.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Changes } from "./changes.tsx";
import type { GridAnswer } from "./grid-answer.ts";

export interface GridRow {
  id: number;
  title: string;
  note: string;
  /** As people read it, and as decimal text; null while nobody told it. */
  cost: { words: string; text: string } | null;
  cells: { name: string; price: string; by: string }[];
}

interface Props {
  levels: readonly string[];
  rows: readonly GridRow[];
  /** The prices that the page shows, by the names of their cells, as JSON. */
  was: string;
  send: FormAction<GridAnswer>;
}

/** Plans by levels: prices are typed in place or pasted from a spreadsheet, looked at, then saved together. */
export function PriceGrid({ levels, rows, was, send }: Props) {
  const [state, act] = useActionState<ActionState<GridAnswer>, FormData>(send, null);
  const answer: GridAnswer = state?.ok ? state.result : {};
  const table = useRef<HTMLTableElement>(null);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const mayChange = useMay("prices");
  const typedOver = state && !state.ok ? state.values : answer.typed;
  return (
    <Form state={state} id="prices" action={act} hidden={{ was }}>
      <FormMessage error={state && !state.ok ? state.message : answer.trouble} done={answer.done} />
      {answer.changes && <Changes answer={answer} />}
      {pasted && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-wait-soft px-4 py-2">
          <p className="flex-1">{pastedWords(pasted)}</p>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              for (const [input, before] of pasted.over) put(input, before);
              setPasted(null);
            }}
          >
            Undo the paste
          </Button>
        </div>
      )}
      <div className="border-line border-y bg-surface max-md:-mx-4 md:overflow-x-auto md:rounded-lg md:border">
        <table
          ref={table}
          {...ROLE.table}
          onPaste={(event) => mayChange && setPasted((before) => paste(event, table.current) ?? before)}
          onKeyDown={(event) => move(event, table.current)}
          className="w-full max-md:block"
        >
          <caption className="sr-only">What each level pays for each plan</caption>
          <thead className="text-left text-muted text-sm max-md:sr-only">
            <tr {...ROLE.row}>
              <th {...ROLE.head} scope="col" className="px-5 py-2.5 font-medium">
                Plan
              </th>
              <th {...ROLE.head} scope="col" className="px-2 py-2.5 text-right font-medium">
                Cost
              </th>
              {levels.map((level) => (
                <th
                  key={level}
                  {...ROLE.head}
                  scope="col"
                  className="px-2 py-2.5 text-right font-medium last:pr-5"
                >
                  {level}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLE.body} className="divide-y divide-line max-md:block md:border-line md:border-t">
            {rows.map(({ id, title, note, cost, cells }) => (
              <tr
                key={id}
                {...ROLE.row}
                className="max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:gap-y-2 max-md:px-4 max-md:py-3"
              >
                <th {...ROLE.rowHead} scope="row" className="text-left font-normal md:px-5 md:py-2">
                  <span className="block whitespace-nowrap font-medium text-sm">{title}</span>
                  <span className="block max-w-56 truncate text-muted text-xs">{note}</span>
                </th>
                <td {...ROLE.cell} className="whitespace-nowrap text-right text-sm md:px-2 md:py-2">
                  <span className="text-muted md:hidden">Cost </span>
                  {cost?.words ?? <span className="text-faint">not told</span>}
                </td>
                {cells.map((cell, column) => (
                  <td key={cell.name} {...ROLE.cell} className="align-top md:px-2 md:py-2 md:last:pr-5">
                    <Cell
                      {...cell}
                      fixed={!mayChange}
                      label={`${title}, ${note}: ${levels[column]}`}
                      level={levels[column] ?? ""}
                      cost={cost?.text ?? null}
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
      <May do="prices">
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-line border-t bg-ground py-3 max-md:-mx-4 max-md:px-4">
          <SubmitButton name="step" value="look" variant={answer.changes?.length ? "secondary" : "primary"}>
            See what changes
          </SubmitButton>
          <p className="text-muted text-sm max-md:hidden">Nothing is saved before you have seen it.</p>
        </div>
      </May>
    </Form>
  );
}

interface CellProps {
  name: string;
  label: string;
  level: string;
  price: string;
  /** The rule behind the price. */
  by: string;
  cost: string | null;
  typed: string | undefined;
  wrong: string | undefined;
  /** Its reader may see it only. */
  fixed: boolean;
}

/** One price, with what it leaves as it is typed. */
function Cell({ name, label, level, price, by, cost, typed, wrong, fixed }: CellProps) {
  const shown = typed ?? price;
  const [now, setNow] = useState({ from: shown, text: shown });
  const text = now.from === shown ? now.text : shown;
  const changed = text.trim() !== price;
  const leaves = cost === null || text.trim() === "" ? undefined : Number(plain(text)) - Number(cost);
  const words = wrong ?? leavesWords(leaves);
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
          "h-11 w-full rounded-md border px-2 text-right tabular-nums outline-offset-2 disabled:bg-sunken md:h-9 md:min-w-24 md:text-sm",
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
        {words}
      </span>
    </label>
  );
}

function leavesWords(leaves: number | undefined): string {
  if (leaves === undefined) return "";
  if (Number.isNaN(leaves)) return "Not an amount";
  return leaves < 0 ? "Below cost" : `+${leaves.toFixed(2)}`;
}

/** An amount as a spreadsheet has it, without its sign of money and its commas. */
const plain = (text: string) => text.replace(/[\s\p{Sc},]/gu, "") || "-";

/** What was pasted: the cells with what was in them before, and how many values found no cell. */
interface Pasted {
  over: [HTMLInputElement, string][];
  left: number;
}

function pastedWords({ over, left }: Pasted): string {
  const filled = over.length === 1 ? "1 price was pasted." : `${over.length} prices were pasted.`;
  return left === 0 ? filled : `${filled} ${left} more found no cell.`;
}

/** Spreads what a spreadsheet copies, lines of cells, from the cell where it is pasted to the right and down. */
function paste(event: ClipboardEvent, table: HTMLTableElement | null): Pasted | null {
  const lines = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n$/, "").split("\n");
  const values = lines.slice(0, 500).map((line) => line.split("\t"));
  const from = placeOf(event.target, table);
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
        put(input, value.trim());
      }
    }
  return { over, left };
}

/** Up and down go to the same level of the next plan; Escape leaves the price as it was. */
function move(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const from = placeOf(event.target, table);
  if (!from) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const here = from.cells[from.row]?.[from.column];
  if (event.key === "Escape" && here) put(here, here.defaultValue);
  if (step === undefined) return;
  event.preventDefault();
  from.cells[from.row + step]?.[from.column]?.select();
}

function placeOf(target: EventTarget, table: HTMLTableElement | null) {
  const cells = Array.from(table?.tBodies[0]?.rows ?? [], (row) => [
    ...row.querySelectorAll<HTMLInputElement>("input[data-cell]"),
  ]);
  const input = target as HTMLInputElement;
  const row = cells.findIndex((line) => line.includes(input));
  return row < 0 ? undefined : { cells, row, column: cells[row]?.indexOf(input) ?? 0 };
}

function put(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
