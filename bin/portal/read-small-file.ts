import { open } from "node:fs/promises";
import { PortalError } from "#lib/core/error";

/** Reads a text file of at most so many bytes. @throws invalid when it can't be read or is larger */
export async function readSmallFile(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file).catch((cause) => {
    throw new PortalError("invalid", `The file ${file} can't be read.`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > maxBytes)
      throw new PortalError("invalid", `The file ${file} is larger than ${maxBytes / 1e6} MB.`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
