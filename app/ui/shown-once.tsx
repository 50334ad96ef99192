"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "./copy-button.tsx";
import { useAnswer } from "./form.tsx";
import { Notice } from "./notice.tsx";

/** A secret that is shown now and never again: it comes into sight wherever the reader was on the page. */
export function ShownOnce({ title, secret, what }: { title: string; secret: string; what: string }) {
  const here = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new secret asks to be seen
  useEffect(() => here.current?.focus(), [secret]);
  return (
    <div ref={here} tabIndex={-1} className="scroll-mt-20 rounded-md outline-none">
      <Notice kind="good" title={title}>
        <p>Copy it now: it is not shown again.</p>
        <p className="mt-2 flex items-center gap-1 rounded-md bg-surface py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-sm">{secret}</code>
          <CopyButton text={secret} what={what} />
        </p>
      </Notice>
    </div>
  );
}

/** Shows the `secret` that the form around was answered with, under its `title`. */
export function SecretAnswer({ what }: { what: string }) {
  const [title, secret] = [useAnswer("title"), useAnswer("secret")];
  return title && secret ? <ShownOnce title={title} secret={secret} what={what} /> : null;
}
