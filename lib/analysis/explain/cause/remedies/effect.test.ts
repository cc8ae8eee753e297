/** Each effect of a remedy, told by numbers and in words, against a replay that is made and counted apart. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { parseSession } from '@/lib/engine/session/serialize';
import { measureSession } from '@/lib/engine/tokens/measure';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { causeReport } from '../cause-report';
import { firstStep } from '../first-step';
import { causeSubject } from '../subject';

const FOLDER = 'public/samples';
const samples = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** A sample as it opens, its replays priced at a dollar a million tokens sent. */
function opened(name: string) {
  const read = parseSession(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')), '$');
  if (!read.ok) throw new Error(read.error.message);
  const profile = measureSession(read.value);
  const opening = openSession(read.value.source, profile);
  const session = prepare(profile, opening.prefixTokens);
  const dollarsOf = ({ columns }: Replay): number =>
    columns.real.reduce((sum, tokens) => sum + tokens, 0) / 1e6;
  const names = { agent: 'Test', tools: null, dollarsOf };
  return { opening, session, subject: causeSubject(session, opening, names) };
}

/** Steps to ask about: the first event, those beside it, and some over the whole session. */
function askedSteps(session: Replayable, first: number): readonly number[] {
  const last = session.profile.stepCount - 1;
  const spread = [0.25, 0.5, 0.75, 1].map((share) => Math.floor(share * last));
  return [...new Set([first - 1, first, first + 1, ...spread])].filter((s) => s >= 0 && s <= last);
}

/** Compactions, overflows and dollars of a replay, from its columns and the recording alone. */
function counted({ columns, session, divergence }: Replay) {
  const { steps, head } = session.profile;
  const limit = head.limit?.tokens ?? Infinity;
  let [compactions, overflows, sent] = [0, 0, 0];
  columns.real.forEach((real, step) => {
    const isRecorded = divergence < 0 || step < divergence;
    const refused = ((steps.flags[step] ?? 0) & stepFlag.rejected) !== 0 && isRecorded;
    const own = (steps.limit[step] ?? 0) > 0 ? (steps.limit[step] ?? 0) : limit;
    if (columns.compacted[step] === 1) compactions++;
    if (refused || real > own) overflows++;
    sent += real;
  });
  return { compactions, overflows, dollars: sent / 1e6 };
}

describe.each(samples)('the remedies of %s', (name) => {
  const { opening, session, subject } = opened(name);
  const { policy, settings } = opening;
  const first = firstStep(session, opening);
  const whatIfs = [settings, { ...settings, window: Math.round(Number(settings['window']) * 0.9) }];

  it.each(
    whatIfs.map((given, k) => [k === 0 ? 'as it ran' : 'under another window', given] as const),
  )('do what they say: %s', (_, given) => {
    const parsed = policy.settings.parse(given) as typeof settings;
    const current = replay(session, policy, parsed);
    const before = counted(current);
    for (const step of askedSteps(session, first)) {
      for (const remedy of causeReport(current, step, subject).remedies) {
        const changed = { ...parsed, [remedy.setting]: remedy.value };
        const after = counted(replay(session, policy, changed));
        expect([remedy.before, remedy.after]).toMatchObject([before, after]);
        expect(toldBy(remedy.text, 'compaction')).toEqual([before.compactions, after.compactions]);
        expect(toldBy(remedy.text, 'overflow')).toEqual([before.overflows, after.overflows]);
        expect(remedy.text.includes('loops')).toBe(
          remedy.after.loop !== null || remedy.before.loop !== null,
        );
      }
    }
  });
});

/** The two counts that a text tells of something: "overflows 1 → 0", "2 overflows as before", "no overflow". */
function toldBy(text: string, noun: string): readonly number[] {
  const number = (digits: string | undefined): number => Number(digits?.replaceAll(',', ''));
  const [, from, to] = new RegExp(`${noun}s ([\\d,]+) → ([\\d,]+)`).exec(text) ?? [];
  if (from !== undefined) return [number(from), number(to)];
  const [, same] = new RegExp(`([\\d,]+) ${noun}s? as before`).exec(text) ?? [];
  if (same !== undefined) return [number(same), number(same)];
  return text.includes(`no ${noun}`) ? [0, 0] : [];
}
