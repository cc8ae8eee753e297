import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ClaimSource } from './claimed-policy';
import { fidelityOf } from './fidelity';
import { shownReplay } from './shown-replay';
import { openSession, type Opening } from './opening';

const source: ClaimSource = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

/** Fires at steps 2 and 4 of the recording: 166,100 + 1,100 and 166,600 + 1,000, of 167,000. */
const twice = `
  limit 200000
  u 400
  -- 165000
  m 400
  u 4000
  -- 166100
  m 400
  u 4000
  == compact 4000 auto
  -- 30000
  m 400
  u 4000
  -- 166600
  m 400
  u 3600
  == compact 4000 auto
  -- 31000
  m 400
  u 400
  -- 32000
`;

const open = (picture: string, from = source): readonly [Profile, Opening] => {
  const profile = measureSession(textSession(picture));
  return [profile, openSession(from, profile)];
};

const replayOf = (profile: Profile, { policy, settings, prefixTokens }: Opening) =>
  replay(prepare(profile, prefixTokens), policy, settings);

describe('a session opens as it ran', () => {
  it('with the agent’s policy in the recorded version, its limit and its sizes', () => {
    const picture = 'limit 200000\nu 400\n-- 154000\nm 4\nu 8000\n== compact 4000 auto\n-- 30000';
    const [, opening] = open(picture, { ...source, agentVersion: '2.1.20' });
    expect(opening.policy.id).toBe('claude-code');
    expect(opening.own?.preset).toBe('to-2.1.20');
    expect(opening.settings).toMatchObject({
      window: 200_000,
      outputReserve: 32_000,
      summary: 'recorded',
    });
  });

  it('and its replay is the recording, across its compactions', () => {
    const [profile, opening] = open(twice);
    const run = replayOf(profile, opening);
    expect(run.divergence).toBe(-1);
    expect([...run.columns.compacted]).toEqual([0, 0, 1, 0, 1, 0]);
    expect([...run.columns.real]).toEqual([...profile.steps.real]);
  });

  it('else with ContextGuard at the session’s limit', () => {
    const [, opening] = open(twice, { format: 'picture', agent: 'Painter', agentVersion: null });
    expect(opening.own).toBeNull();
    expect(opening.policy.id).toBe('contextguard-threshold');
    expect(opening.settings).toMatchObject({ window: 200_000, cap: 5, summary: 'cap' });
  });
});

const FORMATS = [
  ...['claude-code', 'codex', 'pi', 'opencode', 'gemini-cli'],
  ...['copilot-cli', 'goose', 'kimi-code', 'qwen-code', 'cline'],
];

const files = FORMATS.flatMap((format) => {
  const folder = `lib/readers/importers/formats/${format}/fixtures`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => path.join(folder, name));
});

/** Every session of the importers' fixtures whose agent a policy models. */
const sessions = files.flatMap((file) => {
  const read = readTrace(
    readFileSync(file, 'utf8'),
    file.endsWith('.json') ? 'json' : 'jsonl',
    file,
  );
  return !read.ok
    ? []
    : read.value.sessions.map((session) => [`${file} ${session.name}`, session] as const);
});

describe('the badge and what opens', () => {
  it.each([
    [
      'two compactions',
      { ...textSession(twice), source: { ...textSession(twice).source, ...source } },
    ] as const,
    ...sessions,
  ])('are one reading of the recording: %s', (_, session) => {
    const profile = measureSession(session);
    const opening = openSession(session.source, profile);
    if (opening.own === null) return;
    const fidelity = fidelityOf(profile, opening.own, opening.prefixTokens);
    const run = shownReplay(prepare(profile, opening.prefixTokens), opening, opening);
    for (const { step, value, outcome } of fidelity.compactions) {
      if (outcome === 'trailing' || outcome === 'not-observable') continue;
      expect(run.columns.compacted[step]).toBe(1);
      expect(run.columns.decision[step]).toBe(value ?? NaN);
    }
    expect(run.divergence).toBe(-1);
  });

  it('were enough: some sessions have compactions that are reproduced', () => {
    const counted = sessions.flatMap(([, session]) => {
      const profile = measureSession(session);
      const { own, prefixTokens } = openSession(session.source, profile);
      return own === null ? [] : [fidelityOf(profile, own, prefixTokens)];
    });
    expect(counted.length).toBeGreaterThan(15);
  });
});
