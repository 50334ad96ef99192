"use client";

import { useEffect, useState } from "react";

/** Selects all rows of the page or none of them; shown only with script. */
export function SelectAllCheckbox({ form }: { form: string }) {
  const { selected, of } = useSelection(form);
  // Its room is there before the script.
  if (of === 0) return <span className="-my-2 -ml-2 block size-11 max-md:hidden" />;
  return (
    <label className="target relative z-1 -my-2 -ml-2 grid size-11 cursor-pointer place-items-center max-md:hidden">
      <input
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < of;
        }}
        type="checkbox"
        aria-label="Select all on this page"
        checked={selected === of}
        onChange={({ target }) => tickAll(form, target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

/** How many rows of the page are selected, and on a phone the way to select all of them. */
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

/** Counts the selected rows of the page. */
function useSelection(form: string): { selected: number; of: number } {
  const [count, setCount] = useState({ selected: 0, of: 0 });
  useEffect(() => {
    const update = () => {
      const boxes = findRowCheckboxes(form);
      setCount({ selected: boxes.filter((box) => box.checked).length, of: boxes.length });
    };
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
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
