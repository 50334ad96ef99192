/** The first cell of the last line: a file without it was cut off. */
export const END_MARK = "End of file";

/** Returns whether a row of a file that is read is that line. */
export const isEndOfFile = ([first = "", ...rest]: readonly string[]): boolean =>
  first.startsWith(END_MARK) && !rest.some(Boolean);
