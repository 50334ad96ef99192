"use client";

import { PageError, type PageErrorProps } from "./ui/page/page-error.tsx";

/** Shown when a page fails outside every layout. */
export default function ErrorPage(props: PageErrorProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError {...props} />
    </main>
  );
}
