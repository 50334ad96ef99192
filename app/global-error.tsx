"use client";

import "./globals.css";
import { PageError } from "./ui/page/page-error.tsx";

interface Props {
  error: Error & { digest?: string };
  retry: () => void;
}

/** Shown when the root layout fails. Uses nothing that could fail again. */
export default function GlobalError({ error, retry }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Could not be loaded</title>
        <main className="grid min-h-dvh place-items-center font-sans">
          <PageError digest={error.digest} retry={retry} />
        </main>
      </body>
    </html>
  );
}
