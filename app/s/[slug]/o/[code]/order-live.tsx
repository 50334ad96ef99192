"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { whileInSight } from "../../../../ui/live.tsx";

const SOON_MS = 4_000;
const LATER_MS = 20_000;
/** After so long without a change, asking less often is enough. */
const PATIENCE_MS = 10 * 60_000;

interface Props {
  /** Where the order's tag is read. */
  address: string;
  /** The tag of what is on display. */
  tag: string;
}

/** Shows the order anew when it changed: asks for a few bytes while the page is in sight. Draws nothing. */
export function OrderLive({ address, tag }: Props) {
  const router = useRouter();
  useEffect(() => keepAsking(address, tag, () => router.refresh()), [address, tag, router]);
  return null;
}

function keepAsking(address: string, tag: string, changed: () => void): () => void {
  const since = Date.now();
  let first = SOON_MS;
  return whileInSight(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(timer);
      if (await isOther(address, tag, ending.signal)) changed();
      if (!ending.signal.aborted)
        timer = setTimeout(ask, Date.now() - since < PATIENCE_MS ? SOON_MS : LATER_MS);
    };
    timer = setTimeout(ask, first);
    first = 0;
    window.addEventListener("online", ask, { signal: ending.signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  });
}

/** A line that is away says nothing: the next time asks again. */
async function isOther(address: string, tag: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: "no-store", signal });
    return answer.ok && (await answer.text()) !== tag;
  } catch {
    return false;
  }
}
