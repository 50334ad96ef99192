/** Who is signed in, as the shells show it. */
export interface Person {
  name: string;
  email: string;
}
