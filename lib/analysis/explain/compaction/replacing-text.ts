import { intAt } from '@/lib/engine/base/read';
import type { ReplacingTexts, RoleText } from '@/lib/engine/policy/summariser';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { Entry } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { summarisedAt } from './contents';
import { roleOf } from './summariser-input';
import { isMechanical, summaryStep } from './summary-text';

/** The texts of an entry that a mechanical summary quotes, by its number; at least their first 204 bytes. */
export type TextsOf = (entry: number) => readonly string[];

/** The texts of an entry that a request holds as text. */
export const textsIn = ({ parts }: Entry, thoughts: 'kept' | 'stripped'): readonly string[] =>
  parts.flatMap((part) =>
    part.kind === 'text' || (part.kind === 'thought' && thoughts === 'kept') ? [part.text] : [],
  );

/** What stands in place of the entries after a compaction, around the summary. */
export interface ReplacingParts {
  readonly wrapper: readonly [before: string, after: string];
  /** null where the policy adds none. */
  readonly continuation: string | null;
}

/** The wrapper and the continuation of a step's compaction; null where the policy does not say. */
export function replacingParts(
  replay: Replay,
  step: number,
  request: string,
): ReplacingParts | null {
  const texts = replay.policy.summariser?.replacing;
  if (texts === undefined) return null;
  const settings = settingsAt(replay, step);
  return { wrapper: texts.wrapper(settings), continuation: texts.continuation(settings, request) };
}

/**
 * The entry whose first text a continuation quotes: the running turn's; −1 where it has none.
 */
export function quotedEntry({ steps }: Profile, step: number): number {
  return intAt(steps.requestBytes, step) > 0 ? intAt(steps.turnStart, step) : -1;
}

/** A mechanical summary and its beginning: the whole text is long, and quoted by its beginning only. */
interface Mechanical {
  readonly text: string;
  readonly head: string;
}

/** UTF-16 units of a beginning; more than a mechanical summary quotes. */
const HEAD = 400;

/**
 * The mechanical summary of a step's compaction, to the byte; null where a summary before it is unknown.
 * `quoted` gives the text that the continuation of a step quotes.
 */
export function fallbackText(
  replay: Replay,
  step: number,
  texts: TextsOf,
  quoted: (step: number) => string,
): string | null {
  const chain = mechanicalChain(replay, step);
  if (chain === null) return null;
  let summary: Mechanical = { text: '', head: '' };
  for (const at of chain) summary = nextSummary(replay, at, summary, texts, quoted(at));
  return summary.text;
}

/** The compactions whose mechanical summaries a step's one continues, itself last; null if one is not. */
function mechanicalChain(replay: Replay, step: number): readonly number[] | null {
  const { columns, switches } = replay;
  const chain: number[] = [];
  for (let at = step; ;) {
    if (!isMechanical(replay, at)) return null;
    chain.push(at);
    const isFirst = at === 0 || intAt(columns.summaryBytes, at - 1) === 0;
    if (isFirst || switches.some((one) => one.lose && one.step === at)) return chain.reverse();
    at = summaryStep(replay, at - 1);
    if (at < 0) return chain.reverse();
  }
}

function nextSummary(
  replay: Replay,
  step: number,
  previous: Mechanical,
  texts: TextsOf,
  request: string,
): Mechanical {
  const declared = replay.policy.summariser?.replacing;
  if (declared === undefined) return previous;
  const { given } = summarisedAt(replay, step);
  const settings = settingsAt(replay, step);
  const said: RoleText[] = [];
  if (given.summary !== null) said.push(wrapped(declared, settings, previous));
  for (const [from, to] of given.ranges) {
    for (let entry = from; entry < to; entry++) {
      const role = roleOf(replay.session.profile, entry);
      for (const text of texts(entry)) said.push({ role, text });
    }
  }
  let summary = joined(declared, previous, said);
  const continuation = declared.continuation(settings, request) ?? '';
  for (let pass = 1; pass < intAt(replay.columns.attempts, step); pass++) {
    const again = [wrapped(declared, settings, summary), { role: 'user', text: continuation }];
    summary = joined(declared, summary, again);
  }
  return summary;
}

function joined(
  declared: ReplacingTexts<unknown>,
  previous: Mechanical,
  said: readonly RoleText[],
): Mechanical {
  const text = declared.fallback(previous.text, said);
  return { text, head: previous.head.length < HEAD ? text.slice(0, HEAD) : previous.head };
}

function wrapped(
  declared: ReplacingTexts<unknown>,
  settings: unknown,
  { text, head }: Mechanical,
): RoleText {
  const [before, after] = declared.wrapper(settings);
  const shown = head.length < HEAD ? text : head;
  return { role: 'user', text: `${before}${shown}${after}` };
}
