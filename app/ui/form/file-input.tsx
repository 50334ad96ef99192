"use client";

import { type ComponentProps, useState } from "react";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";

/**
 * A file input with a button and the chosen file’s name in the words of the portal: the browser’s own has them in
 * its language, and is shown without script.
 */
export function FileInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const [name, setName] = useState("");
  return (
    <div className="relative flex min-h-11 min-w-0 items-center gap-3 rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <span aria-hidden className={cx(buttonClass({ variant: "secondary" }), "shrink-0 noscript:hidden")}>
        Choose file
      </span>
      <span aria-live="polite" className="min-w-0 flex-1 truncate text-muted text-sm noscript:hidden">
        {name}
      </span>
      <input
        {...props}
        type="file"
        onChange={({ currentTarget }) => setName(currentTarget.files?.[0]?.name ?? "")}
        className="absolute inset-0 size-full cursor-pointer text-sm opacity-0 noscript:static noscript:opacity-100"
      />
    </div>
  );
}
