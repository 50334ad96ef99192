/** For the messages about addresses with a password. */
export const ESCAPE_HINT =
  "in its user and password write % as %25, / as %2F, # as %23, ? as %3F and @ as %40";

/** Returns whether each sign of the user and the password was read as theirs, not as the end of the server. */
export function isEscaped(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, pathname, search, hash } = new URL(address);
  if (hash !== "" || pathname.includes("@") || search.includes("@")) return false;
  try {
    return Boolean([username, password, pathname].map(decodeURIComponent));
  } catch {
    return false;
  }
}
