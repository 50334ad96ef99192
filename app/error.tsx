"use client";

import { PageError } from "./ui/page/page-error.tsx";

interface Props {
  error: Error & { digest?: string };
  retry: () => void;
}

/** Shown when a page fails outside every layout. */
export default function ErrorPage({ error, retry }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError digest={error.digest} retry={retry} />
    </main>
  );
}
