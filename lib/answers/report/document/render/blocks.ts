/** A column of a table. */
export interface BlockColumn {
  readonly head: string;
  /** Numbers: aligned to the right. */
  readonly right?: boolean;
}

/** A piece of a report, the same for every form. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly quiet?: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly BlockColumn[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  /** The chart with its table; a form without pictures says where it is. */
  | { readonly kind: 'chart' };

export const heading = (text: string, level: 2 | 3 = 2): Block => ({
  kind: 'heading',
  level,
  text,
});
export const paragraph = (text: string): Block => ({ kind: 'text', text });
export const quiet = (text: string): Block => ({ kind: 'text', text, quiet: true });
export const list = (items: readonly string[]): readonly Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

/** Columns by their heads. */
export const left = (...heads: readonly string[]): readonly BlockColumn[] =>
  heads.map((head) => ({ head }));
export const right = (...heads: readonly string[]): readonly BlockColumn[] =>
  heads.map((head) => ({ head, right: true }));

/** A table; nothing without rows. */
export const table = (
  caption: string,
  columns: readonly BlockColumn[],
  rows: readonly (readonly string[])[],
): readonly Block[] => (rows.length === 0 ? [] : [{ kind: 'table', caption, columns, rows }]);
