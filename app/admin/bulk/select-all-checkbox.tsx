"use client";

import { useEffect, useRef, useState } from "react";

/** Counts the selected rows of the page, and selects all or none of them; shown only with script. */
export function SelectAllCheckbox({ form }: { form: string }) {
  const [{ selected, of }, setCount] = useState({ selected: 0, of: 0 });
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const update = () => {
      const boxes = findRowCheckboxes(form);
      const selected = boxes.filter((box) => box.checked).length;
      setCount({ selected, of: boxes.length });
      if (all.current) all.current.indeterminate = selected > 0 && selected < boxes.length;
    };
    update();
    document.addEventListener("change", update);
    return () => document.removeEventListener("change", update);
  }, [form]);
  if (of === 0) return <span className="min-h-11 min-w-36" />;
  return (
    <label className="flex min-h-11 min-w-36 items-center gap-3">
      <input
        ref={all}
        type="checkbox"
        aria-label="Select all on this page"
        checked={selected === of}
        onChange={({ target }) => {
          for (const box of findRowCheckboxes(form)) box.checked = target.checked;
        }}
        className="size-5 accent-accent"
      />
      <span role="status">{selected === 0 ? "All on this page" : `${selected} selected`}</span>
    </label>
  );
}

const findRowCheckboxes = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[data-row-box][form="${form}"]`),
];
