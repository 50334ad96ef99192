"use client";

import "./globals.css";
import { PageError, type PageErrorProps } from "./ui/page/page-error.tsx";

/** Shown when the root layout fails. Uses nothing that could fail again. */
export default function GlobalError(props: PageErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>This page couldn’t load</title>
        <main className="grid min-h-dvh place-items-center font-sans">
          <PageError {...props} />
        </main>
      </body>
    </html>
  );
}
