/** The id of the form that renews several numbers. Its checkboxes are in the list. */
export const RENEWALS_FORM_ID = "renewals";
