import { notFound } from "next/navigation";
import { PortalError } from "#lib/core/error";

/** What a page is about; the missing page where `work` says that there is no such thing. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
}
