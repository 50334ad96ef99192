"use client";

import { type RefObject, useEffect, useState } from "react";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";
import type { Pick } from "./step.ts";

export interface Picking {
  pick: Pick;
  network: NetworkOption | undefined;
  type: TypeOption | undefined;
  plan: PlanOption | undefined;
  choose: {
    network: (id: string) => void;
    type: (id: string) => void;
    plan: (id: string) => void;
    phone: (text: string) => void;
  };
}

/** What is chosen, and what follows from it: a network brings its usual type, and drops another's plan. */
export function usePick(
  networks: readonly NetworkOption[],
  first: Pick,
  form: RefObject<HTMLFormElement | null>,
): Picking {
  const [pick, setPick] = useState(first);
  useEffect(() => {
    const early = tappedBeforeScript(form.current);
    if (early) setPick((now) => ({ ...now, ...early }));
  }, [form]);

  const network = networks.find(({ id }) => id === pick.network);
  const type = network && (network.types.find(({ id }) => id === pick.type) ?? usualOf(network));
  const plan = type?.plans.find(({ id }) => id === pick.plan);
  return {
    pick,
    network,
    type,
    plan,
    choose: {
      network: (id) =>
        setPick((now) => (now.network === id ? now : { ...now, network: id, type: "", plan: "" })),
      type: (id) => setPick((now) => ({ ...now, type: id, plan: "" })),
      plan: (id) => setPick((now) => ({ ...now, plan: id })),
      phone: (text) => setPick((now) => ({ ...now, phone: text })),
    },
  };
}

const usualOf = ({ types, usual }: NetworkOption) => types.find(({ id }) => id === usual) ?? types[0];

/** On a slow line people tap and type before the script is there: what they did counts. */
function tappedBeforeScript(form: HTMLFormElement | null): Partial<Pick> | undefined {
  if (!form) return undefined;
  const data = new FormData(form);
  const names = ["network", "type", "plan", "phone"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (data.get(name) ? [[name, String(data.get(name))]] : [])),
  );
}
