/** Meanings of a ledger's rows, in the words of the reference; rows without one explain themselves. */
export const operandMeanings: Readonly<Record<string, string>> = {
  heuristic:
    'The policy’s own count of the request it decides on; the provider’s may be several times as large',
  'heuristic-sent': 'The policy’s own count of the request after it compacted',
  'last-real':
    'Prompt tokens that the provider reported for the newest earlier request: the only real count that the policy has when it decides',
  'last-heuristic': 'The policy’s own count of that same earlier request',
  correction:
    'last real ÷ last heuristic, not below the floor and not above the cap; the default factor where either is missing',
  calibrated: 'heuristic × correction, truncated',
  density: 'Real tokens for each heuristic token of what was added',
  growth: 'What the heuristic counts since the request whose usage is known',
  estimate: 'The known request’s real tokens and what the density makes of the growth',
  watermark: 'Entries that the summary covers',
  summary: 'Text that replaces the covered entries',
  real: 'Prompt tokens of the step’s own request: reported, named by a rejection, or projected',
  'real-before': 'Prompt tokens of the request before it was compacted',
};
