/** Who is signed in, as the shells show it. */
export interface Person {
  name: string;
  email: string;
  /** The form action that signs them out. */
  signOut: (form: FormData) => void | Promise<void>;
}
