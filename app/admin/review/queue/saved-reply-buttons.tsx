"use client";

import type { MouseEvent } from "react";
import { Button } from "#app/ui/button";
import { KeyHint } from "#app/ui/key-hint";

interface Props {
  field: string;
  replies: readonly { id: number; text: string }[];
  /** Gives the first nine the keys 1 to 9. */
  keys?: boolean;
}

export function SavedReplyButtons({ field, replies, keys = false }: Props) {
  if (replies.length === 0) return null;
  return (
    <ul aria-label="Saved replies" className="flex flex-wrap gap-2 noscript:hidden">
      {replies.map(({ id, text }, index) => (
        <li key={id} className="min-w-0">
          <Button
            variant="secondary"
            size="sm"
            title={text}
            aria-keyshortcuts={keys && index < 9 ? `${index + 1}` : undefined}
            onClick={(event) => fillField(event, field, text)}
            className="max-w-72"
          >
            <span className="truncate font-normal">{text}</span>
            {keys && index < 9 && <KeyHint>{`${index + 1}`}</KeyHint>}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function fillField({ currentTarget }: MouseEvent<HTMLButtonElement>, name: string, text: string): void {
  const field = currentTarget.form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = text;
  field.focus();
}
