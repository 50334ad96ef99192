"use client";

import { catchError } from "next/error";
import { PageError, type PageErrorProps } from "./page-error.tsx";

/**
 * Shows what a page says that fails outside every layout. Not an `error.tsx`: as a part of the root layout its script
 * is loaded once, and the error pages of the layouts share it.
 */
export const OutermostBoundary = catchError((_: object, { error, retry }) => (
  <main className="grid min-h-dvh place-items-center">
    <PageError error={error as PageErrorProps["error"]} retry={retry} />
  </main>
));
