/** The start of the reason for a stop that ends when the supplier responds again. */
export const UNREACHABLE = "The supplier cannot be reached";
