/** Steps and entries that a search may replay in all, unless more is asked for. */
export const SHRINK_BUDGET = 3_000_000;
