"use client";

import { useEffect, useState } from "react";
import { cx } from "#app/ui/cx.ts";

/**
 * Selects all rows of the page or none of them; shown only with script.
 * Without a head of a column it shows its label.
 */
export function SelectAllCheckbox({ form, labelShown = false }: { form: string; labelShown?: boolean }) {
  const { selected, of } = useSelection(form);
  // Its room is there before the script.
  if (of === 0)
    return <span className={cx("block size-11 max-md:hidden", labelShown ? "" : "-my-2 -ml-2")} />;
  return (
    <label
      className={cx(
        "target relative z-1 cursor-pointer items-center max-md:hidden",
        labelShown ? "flex min-h-11 gap-3" : "-my-2 -ml-2 grid size-11 justify-center",
      )}
    >
      <input
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < of;
        }}
        type="checkbox"
        checked={selected === of}
        onChange={({ target }) => tickAll(form, target.checked)}
        className="size-5 accent-action"
      />
      <span className={labelShown ? "text-muted text-sm" : "sr-only"}>Select all on this page</span>
    </label>
  );
}

export function SelectedCount({ form }: { form: string }) {
  const { selected, of } = useSelection(form);
  if (of === 0) return null;
  return (
    <span className="flex min-h-11 min-w-24 items-center gap-4">
      <span role="status">{selected > 0 && `${selected} selected`}</span>
      {selected < of && (
        <button
          type="button"
          onClick={() => tickAll(form, true)}
          className="target font-medium text-accent text-sm md:hidden"
        >
          Select all on this page
        </button>
      )}
    </span>
  );
}

function useSelection(form: string): { selected: number; of: number } {
  const [count, setCount] = useState({ selected: 0, of: 0 });
  useEffect(() => {
    const update = () => {
      const boxes = findRowCheckboxes(form);
      setCount({ selected: boxes.filter((box) => box.checked).length, of: boxes.length });
    };
    update();
    // A form resets its boxes only after it said so.
    const updateAfterReset = () => requestAnimationFrame(update);
    document.addEventListener("change", update);
    document.addEventListener("reset", updateAfterReset);
    return () => {
      document.removeEventListener("change", update);
      document.removeEventListener("reset", updateAfterReset);
    };
  }, [form]);
  return count;
}

function tickAll(form: string, ticked: boolean): void {
  for (const box of findRowCheckboxes(form)) box.checked = ticked;
  document.dispatchEvent(new Event("change"));
}

const findRowCheckboxes = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[data-row-box][form="${form}"]`),
];
