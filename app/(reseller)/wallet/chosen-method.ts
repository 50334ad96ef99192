/** The cookie in which the browser keeps the provider that was chosen for top-ups. */
export const CHOSEN_METHOD_COOKIE = "top-up-method";
