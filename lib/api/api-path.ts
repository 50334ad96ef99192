/** Whether an address is below `/api`, also where a base URL that ends in a slash doubled the first one. */
export const isApiPath = (url: string): boolean => /^\/+api(?:[/?]|$)/.test(url);
