/** Names of the tables that "tables" measures. */
export const tableNames = ['sizes', 'density', 'prefix'] as const;
export type TableName = (typeof tableNames)[number];
