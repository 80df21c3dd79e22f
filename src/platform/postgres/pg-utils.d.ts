// What pg shares with packages that make statements of their own, which its types leave out.
declare module 'pg/lib/utils' {
  /** A value as PostgreSQL reads it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
