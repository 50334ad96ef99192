"use client";

import { useEffect, useRef } from "react";
import { Banner } from "./banner.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useResultText } from "./form/form.tsx";

/** Shows a new secret once, and scrolls it into view. */
export function NewSecretBanner({ title, secret, what }: { title: string; secret: string; what: string }) {
  const container = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new secret asks to be seen
  useEffect(() => container.current?.focus(), [secret]);
  return (
    <div ref={container} tabIndex={-1} className="scroll-mt-20 rounded-md outline-none">
      <Banner kind="good" title={title}>
        <p>Copy it now. It won’t show again.</p>
        <p className="mt-2 flex items-center gap-1 rounded-md bg-surface py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-sm">{secret}</code>
          <CopyButton text={secret} what={what} />
        </p>
      </Banner>
    </div>
  );
}

export function NewSecretResult({ what }: { what: string }) {
  const [title, secret] = [useResultText("title"), useResultText("secret")];
  return title && secret ? <NewSecretBanner title={title} secret={secret} what={what} /> : null;
}
