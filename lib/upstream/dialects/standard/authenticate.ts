/** Returns the headers that authenticate as the operator (interface: Authentication). */
export const authenticate = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
