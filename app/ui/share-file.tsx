"use client";

import type { MouseEvent } from "react";
import { Share2 } from "#app/ui/icon/icons.ts";
import { type ButtonLook, buttonClass } from "./button-class.ts";

interface Props extends ButtonLook {
  href: string;
  name: string;
  type: "image/png" | "application/pdf";
  children: string;
}

/** A file that goes to the phone's share sheet; where there is none, or no script, it is a download. */
export function ShareFile({ href, name, type, children, ...look }: Props) {
  async function share(event: MouseEvent) {
    // Only a browser that shares files is kept from downloading it.
    if (!navigator.canShare?.({ files: [new File([], name, { type })] })) return;
    event.preventDefault();
    try {
      const answer = await fetch(href);
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      await navigator.share({ files: [new File([await answer.blob()], name, { type })] });
    } catch (error) {
      // Closing the share sheet isn't an error. Other failures open the file, which shows the error.
      if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(href);
    }
  }
  return (
    <a href={href} download={name} onClick={share} className={buttonClass(look)}>
      <Share2 aria-hidden />
      {children}
    </a>
  );
}
