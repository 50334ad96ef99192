"use client";

import { useEffect, useRef } from "react";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { CopyButton } from "#app/ui/copy-button";
import { useResultText } from "#app/ui/form/form";

export interface CreatedLink {
  address: string;
  /** Empty while it awaits approval. */
  until: string;
}

interface Props {
  link: CreatedLink;
  /** The text before the address, where it is shared on WhatsApp. */
  message?: string | undefined;
  /** The use of the link, in a sentence. */
  text?: string | undefined;
  /** The number to share it with, in E.164. */
  phone?: string | undefined;
}

/** The link to choose a password. It takes the focus, since it is shown only once. */
export function CreatedLinkBanner({
  link: { address, until },
  message,
  text = PASSWORD_TEXT,
  phone = "",
}: Props) {
  const banner = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new link takes the focus
  useEffect(() => banner.current?.focus(), [address]);
  return (
    <div ref={banner} tabIndex={-1} className="scroll-mt-20 rounded-md outline-none">
      <Banner
        kind={until ? "good" : "warn"}
        title={until ? "Send this link" : "Send this link after approval"}
      >
        <p>
          {until
            ? `${text} It works once, expires ${until}, and isn’t shown again.`
            : "Copy it now: it isn’t shown again. Another owner approves it under To review, Approvals, because with this wallet you would open more than one admin may move in a day. Until then it says that it awaits approval; then it works once, for seven days."}
        </p>
        <p className="mt-2 flex items-center gap-1">
          <code className="min-w-0 break-all font-mono text-sm">{address}</code>
          <CopyButton text={address} what="link" />
        </p>
        {message && (
          <a
            href={`https://wa.me/${phone.replace("+", "")}?${new URLSearchParams({ text: `${message} ${address}` })}`}
            target="_blank"
            rel="noopener"
            className={buttonClass({ wide: true })}
          >
            Share on WhatsApp
          </a>
        )}
      </Banner>
    </div>
  );
}

const PASSWORD_TEXT = "The recipient chooses a password with it.";

export function CreatedLinkResult(props: Pick<Props, "message" | "text">) {
  const [address, until] = [useResultText("address"), useResultText("until")];
  const phone = useResultText("phone");
  return address !== undefined && until !== undefined ? (
    <CreatedLinkBanner {...props} link={{ address, until }} phone={phone} />
  ) : null;
}
