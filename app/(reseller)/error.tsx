"use client";

import { PageError } from "#app/ui/page/page-error";

interface Props {
  error: Error & { digest?: string };
  retry: () => void;
}

export default function ErrorPage({ error, retry }: Props) {
  return <PageError digest={error.digest} retry={retry} />;
}
