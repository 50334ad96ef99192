"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useField } from "#app/ui/form/form";
import { Select } from "#app/ui/form/select";
import { toOptionList } from "#app/ui/form/select-options.ts";

/** A `Select` of plans. A phone has no room for a whole name, so that of the chosen one is also below. */
export function PlanSelect(props: Omit<ComponentProps<typeof Select>, "hint">) {
  const { typed } = useField(props.name);
  const [chosen, choose] = useState<string>();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = element.current?.closest("form");
    const forget = () => choose(undefined);
    form?.addEventListener("reset", forget);
    return () => form?.removeEventListener("reset", forget);
  }, []);
  const value = chosen ?? typed ?? props.defaultValue;
  const plan = value ? toOptionList(props.options).find((option) => option.value === value) : undefined;
  return (
    <div ref={element} className="min-w-0">
      <Select
        {...props}
        onChange={({ target }) => choose(target.value)}
        hint={plan && <span className="text-ink sm:hidden">{plan.label}</span>}
      />
    </div>
  );
}
