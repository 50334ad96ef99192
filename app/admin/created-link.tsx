"use client";

import { useEffect, useRef } from "react";
import { Banner } from "#app/ui/banner";
import { CopyButton } from "#app/ui/copy-button";
import { useResultText } from "#app/ui/form/form";

export interface CreatedLink {
  address: string;
  until: string;
}

/** The link to choose a password. It takes the focus, since it is shown only once. */
export function CreatedLinkBanner({ link: { address, until } }: { link: CreatedLink }) {
  const banner = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link takes the focus
  useEffect(() => banner.current?.focus(), [address]);
  return (
    <div ref={banner} tabIndex={-1} className="scroll-mt-20 rounded-md outline-none">
      <Banner kind="good" title="Send this link">
        <p>
          The recipient chooses a password with it. It works once, expires {until}, and isn’t shown again.
        </p>
        <p className="mt-2 flex items-center gap-1">
          <code className="min-w-0 break-all font-mono text-sm">{address}</code>
          <CopyButton text={address} what="link" />
        </p>
      </Banner>
    </div>
  );
}

export function CreatedLinkResult() {
  const [address, until] = [useResultText("address"), useResultText("until")];
  return address && until ? <CreatedLinkBanner link={{ address, until }} /> : null;
}
