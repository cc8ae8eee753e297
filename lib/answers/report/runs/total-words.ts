/** What each total of a replay is called, in the order in which they are listed. */
export const totalWords = {
  steps: 'Steps',
  stepsCompacted: 'Compactions',
  summarizerCalls: 'Summariser calls',
  maxAttempts: 'Most attempts at one step',
  overflowSteps: 'Overflow steps',
  countedByTest: 'Steps made smaller by a summary',
  backToBackCompactions: 'Compactions back to back',
  compactionsWithoutGain: 'Compactions without gain',
  stepsWithLostEntries: 'Steps with lost entries',
  maxLostEntries: 'Most entries lost at one step',
} as const;

/** A total's name; its own where it is none of these. */
export const totalName = (name: string): string =>
  (totalWords as Readonly<Record<string, string>>)[name] ?? name;
