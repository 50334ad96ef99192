"use client";

import { useEffect, useRef, useState } from "react";

/** How many rows of the page are chosen, and a box that takes all of them or none; without script there is neither. */
export function Chosen({ form }: { form: string }) {
  const [{ chosen, of }, count] = useState({ chosen: 0, of: 0 });
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const look = () => {
      const boxes = boxesOf(form);
      const chosen = boxes.filter((box) => box.checked).length;
      count({ chosen, of: boxes.length });
      if (all.current) all.current.indeterminate = chosen > 0 && chosen < boxes.length;
    };
    look();
    document.addEventListener("change", look);
    return () => document.removeEventListener("change", look);
  }, [form]);
  if (of === 0) return <span className="min-h-11 min-w-36" />;
  return (
    <label className="flex min-h-11 min-w-36 items-center gap-3">
      <input
        ref={all}
        type="checkbox"
        aria-label="Choose all on this page"
        checked={chosen === of}
        onChange={({ target }) => {
          for (const box of boxesOf(form)) box.checked = target.checked;
        }}
        className="size-5 accent-accent"
      />
      <span role="status">{chosen === 0 ? "All on this page" : `${chosen} chosen`}</span>
    </label>
  );
}

const boxesOf = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form="${form}"]`),
];
