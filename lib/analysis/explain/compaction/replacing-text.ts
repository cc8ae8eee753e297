import { intAt } from '@/lib/base/read';
import type { ReplacingTexts, RoleText } from '@/lib/policies/contract/summariser';
import { settingsAt, type Replay } from '@/lib/replay/replay';
import type { Entry } from '@/lib/session/schema';
import type { Profile } from '@/lib/tokens/profile';
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
  const declared = replay.policy.summariser?.replacing;
  if (declared === undefined || !isMechanical(replay, step)) return null;
  const { given } = summarisedAt(replay, step);
  const previous = previousText(replay, step, texts, quoted);
  if (previous === null) return null;
  const settings = settingsAt(replay, step);
  const said: RoleText[] = [];
  if (given.summary !== null) said.push(wrapped(declared, settings, previous));
  for (const [from, to] of given.ranges) {
    for (let entry = from; entry < to; entry++) {
      const role = roleOf(replay.session.profile, entry);
      for (const text of texts(entry)) said.push({ role, text });
    }
  }
  let summary = declared.fallback(previous, said);
  const continuation = declared.continuation(settings, quoted(step)) ?? '';
  for (let pass = 1; pass < intAt(replay.columns.attempts, step); pass++) {
    summary = declared.fallback(summary, [
      wrapped(declared, settings, summary),
      { role: 'user', text: continuation },
    ]);
  }
  return summary;
}

/** The stored summary before a step: '' for none, null where it is not known. */
function previousText(
  replay: Replay,
  step: number,
  texts: TextsOf,
  quoted: (step: number) => string,
): string | null {
  if (step === 0 || intAt(replay.columns.summaryBytes, step - 1) === 0) return '';
  const lost = replay.switches.some((one) => one.lose && one.step === step);
  if (lost) return '';
  const made = summaryStep(replay, step - 1);
  return made < 0 ? '' : fallbackText(replay, made, texts, quoted);
}

const wrapped = (
  { wrapper }: ReplacingTexts<unknown>,
  settings: unknown,
  summary: string,
): RoleText => {
  const [before, after] = wrapper(settings);
  return { role: 'user', text: `${before}${summary}${after}` };
};
