/** The requests for a confirmation: forms show them as a step, and what follows a wrong entry as an error. */
export const PASSWORD_REQUEST = "Enter your password again to continue.";
export const CODE_REQUEST = "Enter your authentication code.";
