import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { openSession } from './opening';
import { firstEvent, whatHappened } from './what-happened';

const source = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

/** Two requests of 165,000 and 166,100 at a limit of 200,000, then a compaction. */
const before = 'limit 200000\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400';

const said = (picture: string): string | null => {
  const profile = measureSession(textSession(picture));
  return whatHappened(profile, openSession(source, profile));
};

describe('what happened, in one sentence', () => {
  it.each([
    // 166,100 + 100 + 1,000 of 167,000.
    [
      `${before}\nu 4000\n== compact 400 auto\n-- 30000`,
      'Compacted at step 2, as its policy does: 167,200 ≥ 167,000 tokens.',
    ],
    // 166,100 + 100 + 100: 700 too few.
    [
      `${before}\nu 400\n== compact 400 auto\n-- 30000`,
      'Compacted at step 2: at the recorded step the policy’s value is 700 below its threshold, and the recording shows no other cause.',
    ],
    [
      `${before}\nu 400\n== compact 400 manual\n-- 30000`,
      'Compacted at step 2: the user requested it; no policy decides that.',
    ],
    // The refusal is its first event, whatever came later.
    [
      `${before}\nu 400\n-- 200819 > 200000\n== compact 400 auto\n-- 30000`,
      'Held at step 2: 166,300 tokens are 700 below its threshold of 167,000.',
    ],
    [
      `${before}\nu 8000\n-- 168000`,
      'It never compacted, although its policy asked for it at step 2, with 168,200 tokens at a threshold of 167,000.',
    ],
    // Behind 180,000 it went on: a window of 200,000 cannot be.
    [
      `${before}\nu 400\n-- 180000\nu 400\n-- 181000`,
      'It never compacted: it went on after 180,000 tokens at step 2, above a threshold of 167,000: a window of 1,000,000 explains it, 200,000 was assumed (so does compaction switched off).',
    ],
    [before, 'Held at step 1: 166,100 tokens are 900 below its threshold of 167,000.'],
  ])('of %j', (picture, expected) => {
    expect(said(picture)).toBe(expected);
  });

  it('names the cap where it decided', () => {
    const file = 'public/samples/production-incident.json';
    const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
    const session = read.ok ? read.value.sessions[0] : undefined;
    if (session === undefined) throw new Error(`${file} cannot be read`);
    const profile = measureSession(session);
    const opening = openSession(session.source, profile);
    // Nobody recorded whose policy this was.
    expect(whatHappened(profile, opening)).toBeNull();
    const own = {
      policy: contextGuardThreshold,
      preset: null,
      settings: opening.settings,
      words: 'ContextGuard',
      windows: [],
      inferredFrom: null,
      inferred: null,
      assumed: opening.settings,
    };
    expect(firstEvent(profile)).toEqual({ kind: 'overflow', step: 143 });
    expect(whatHappened(profile, { ...opening, own })).toBe(
      'Held at step 143: 150,000 tokens are 30,000 below its threshold of 180,000; the correction measured 8.33×, 7.5× was needed, it is capped at 5×.',
    );
  });
});
