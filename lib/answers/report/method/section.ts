/** Pieces of the page /method: assumptions and tables. Data only; components/method draws it. */

/** An assumption of the projection. */
export interface Assumption {
  readonly claim: string;
  readonly evidence: string;
  /** Number of observations behind it, with their noun. */
  readonly n: string;
  /** Recordings on which it does not hold. */
  readonly fails: string;
}

/** A table of words and numbers; the first cell of a row names it. */
export interface MethodTable {
  readonly caption: string;
  /** Headings; columns of numbers are set to the right. */
  readonly columns: readonly { readonly label: string; readonly number: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** One section; its id is its place in the address. */
export interface MethodSection {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly tables: readonly MethodTable[];
  readonly assumptions: readonly Assumption[];
}

/** Heading of a column of words. */
export const words = (label: string) => ({ label, number: false });

/** Heading of a column of numbers. */
export const numbers = (label: string) => ({ label, number: true });
