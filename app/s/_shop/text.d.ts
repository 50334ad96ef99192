/** What a page carries as text (bin/build/as-text.ts). */
declare module "*?text" {
  const text: string;
  export default text;
}
