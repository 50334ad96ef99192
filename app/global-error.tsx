"use client";

import "./globals.css";
import { Broken } from "./ui/broken.tsx";

/** The document itself failed: says so without anything that could fail again. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <title>Could not be loaded</title>
        <main className="grid min-h-dvh place-items-center font-sans">
          <Broken digest={error.digest} retry={retry} />
        </main>
      </body>
    </html>
  );
}
