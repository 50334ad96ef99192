"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { useAnswer } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";

export interface MadeLink {
  address: string;
  /** When it ends by itself, in words. */
  until: string;
}

/** The link by which a new account chooses its password: it has the focus, since it is not shown again. */
export function MadeLinkNotice({ link: { address, until } }: { link: MadeLink }) {
  const here = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link asks to be seen
  useEffect(() => here.current?.focus(), [address]);
  return (
    <div ref={here} tabIndex={-1} className="scroll-mt-20 rounded-md outline-none">
      <Notice kind="good" title="Send them this link">
        <p>They choose their password with it. It works once, until {until}, and is not shown again.</p>
        <p className="mt-2 flex items-center gap-1">
          <code className="min-w-0 break-all font-mono text-sm">{address}</code>
          <CopyButton text={address} what="link" />
        </p>
      </Notice>
    </div>
  );
}

/** The link that the form around was answered with. */
export function LinkAnswer() {
  const [address, until] = [useAnswer("address"), useAnswer("until")];
  return address && until ? <MadeLinkNotice link={{ address, until }} /> : null;
}
