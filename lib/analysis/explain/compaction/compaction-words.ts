import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { likelyStepWords } from './likely-step';
import type { Compaction, CompactionSide } from './compaction-list';
import type { InputRow, SummariserInput } from './summariser-input';
import type { RequestShare } from './composition';
import type { SummariserCall } from './summariser-call';

/** Tokens of a side: "167,471", "~98,752", or "unknown". */
export const sideTokens = ({ tokens, basis }: Pick<CompactionSide, 'tokens' | 'basis'>): string =>
  tokens === null ? 'unknown' : `${basis === 'projected' ? '~' : ''}${formatInteger(tokens)}`;

/** "Step 159 compacted 167,471 tokens to 53,921.", "Step 143 (80 %: 140 to 151) compacts ~98,752 tokens to ~31,004." */
export function compactionHeadline(
  one: Pick<Compaction, 'step' | 'likely' | 'source'> & {
    readonly before: Side;
    readonly after: Side;
  },
  stepCount: number,
): string {
  const { step, likely, source, before, after } = one;
  const where =
    step < stepCount
      ? `Step ${formatInteger(step)}${likelyStepWords(likely)}`
      : `After the last step the recording`;
  const verb = source === 'recorded' || step >= stepCount ? 'compacted' : 'compacts';
  return `${where} ${verb} ${sideTokens(before)} tokens to ${sideTokens(after)}.`;
}

type Side = Pick<CompactionSide, 'tokens' | 'basis'>;

/** "113,550 tokens fewer, 68 %"; empty where a side is unknown. */
export function savedWords(before: Side, after: Side): string {
  if (before.tokens === null || after.tokens === null) return '';
  const saved = before.tokens - after.tokens;
  const share = before.tokens > 0 ? `, ${formatPercent(Math.abs(saved) / before.tokens)}` : '';
  const projected = before.basis === 'projected' || after.basis === 'projected' ? '~' : '';
  return `${projected}${formatInteger(Math.abs(saved))} tokens ${saved >= 0 ? 'fewer' : 'more'}${share}`;
}

/** Names of the kinds of shares. */
const shareNames: Readonly<Record<RequestShare['kind'], string>> = {
  prefix: 'prefix',
  'hidden-prefix': 'prefix, not in the recording',
  summary: 'summary',
  user: 'user text',
  model: 'model text',
  thought: 'thinking',
  call: 'calls',
  response: 'results',
  inline: 'inline data',
  other: 'other',
  added: 'added by the policy',
  unrecorded: 'not in the recording',
};

/** "Read" for the results of a tool, else the name of the kind. */
export const shareName = ({ kind, tool }: RequestShare): string => tool ?? shareNames[kind];

/** Where a side's tokens come from. */
export const basisWords: Readonly<Record<CompactionSide['basis'], string>> = {
  usage: 'reported by the provider',
  agent: 'as the agent recorded it',
  projected: 'projected',
};

/** "12 calls, as [called tool: …]". */
export function inputRowName({ kind, parts }: InputRow): string {
  const names: Readonly<Record<InputRow['kind'], string>> = {
    summary: 'summary before it',
    text: counted(parts, 'text'),
    thought: counted(parts, 'thought'),
    call: counted(parts, 'call'),
    response: counted(parts, 'result'),
    inline: counted(parts, 'piece of inline data', 'pieces of inline data'),
    other: counted(parts, 'other part'),
  };
  return names[kind];
}

/** "23 %": 17,248 of 73,792 counted. */
export const coverageWords = ({ coverage, given, counted: all }: SummariserInput): string =>
  `${formatPercent(coverage)}, ${formatInteger(given)} of ${formatInteger(all)} counted tokens`;

/** "fits, 32,529 to spare", "does not fit: 1,204 above the limit", or that it cannot be told. */
export function callWords({ spare, tokens, projected }: SummariserCall): string {
  if (tokens === null) return 'size unknown';
  const size = `${projected ? '~' : ''}${formatInteger(tokens)} tokens`;
  if (spare === null) return `${size}; limit unknown`;
  return spare >= 0
    ? `fits, ${projected ? '~' : ''}${formatInteger(spare)} to spare`
    : `does not fit: ${projected ? '~' : ''}${formatInteger(-spare)} above the limit`;
}

/** "2 oldest contents cut to 160,000", "not reached, 160,000", or "never cut". */
export function cutWords({ budget, contents, givenContents }: SummariserInput): string {
  if (budget === null) return 'never cut';
  const cut = contents - givenContents;
  return cut === 0
    ? `not reached, ${formatInteger(budget)}`
    : `${counted(cut, 'oldest content')} cut to ${formatInteger(budget)}`;
}
