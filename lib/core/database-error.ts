/** Returns the name of the constraint that a database error (or its cause) violated, if any. */
export function getViolatedConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const name = (at as { constraint_name?: unknown }).constraint_name;
    if (typeof name === "string") return name;
  }
  return undefined;
}

/**
 * Returns whether the database was unreachable, closed to us, shutting down or a standby that doesn't accept
 * writes yet, as opposed to rejecting the statement.
 */
export function isDatabaseDown(error: unknown): boolean {
  return hasErrorCode(
    error,
    /^(08|25006|25P03|28|3D|53|57P0|58|ECONN|CONNECT|CONNECTION_|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/,
  );
}

/**
 * Returns whether the database may be reachable a moment later:
 * not when it rejects the user, password or database name.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isDatabaseDown(error) && !isAccessDenied(error);
}

/** Returns whether the database server rejects the user, the password or the name of the database. */
export function isAccessDenied(error: unknown): boolean {
  return hasErrorCode(error, /^(28|3D)/);
}

/** Whether a failed statement may have been done anyway: the connection was lost after it was sent. */
export function mayHaveCommitted(error: unknown): boolean {
  const rejected = /^(25006|28|3D|53|ECONNREFUSED|ENOTFOUND|EAI_|CONNECT_TIMEOUT|CONNECT_NO_PRIMARY)/;
  return isDatabaseDown(error) && !hasErrorCode(error, rejected);
}

/** Returns whether a disk is full: the database's, or one of this machine. */
export function isDiskFull(error: unknown): boolean {
  return hasErrorCode(error, /^(53100|ENOSPC|EDQUOT|EFBIG)$/);
}

/**
 * Returns whether the statement was cancelled for others (a deadlock,
 * a lock or statement timeout): nothing was done.
 */
export function isSerializationFailure(error: unknown): boolean {
  return hasErrorCode(error, /^(40001|40P01|55P03|57014)$/);
}

/** Returns whether an error or one of its causes has a matching code of the database or the system. */
export function hasErrorCode(error: unknown, wanted: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && wanted.test(code)) return true;
  }
  return false;
}
