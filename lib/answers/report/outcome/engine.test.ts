/** The engine's number stands for its numbers: a change that gives others must raise it. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ENGINE } from '@/lib/engine/replay/engine';
import { policies } from '@/lib/policies/registry';
import { replay } from '@/lib/engine/replay/replay';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { prepareScenario, scenarioSettings, type OutcomeSettings } from './scenario-outcome';

/**
 * Per engine: a digest of everything that a policy's replays of the catalogue hold, under its defaults
 * and its presets. A new policy gets its line with its first release.
 */
const first = {
  'anchor-delta': 'c2da3803a6fbb399',
  clairvoyant: '9bc1d8ec0200555e',
  'claude-code': 'aee74d19b2bd2c3b',
  'claude-code-documented': '5da4125f3ff1a9fa',
  codex: '589021e2da9d7b3f',
  'contextguard-sliding-window': 'db0df2bb7da0f2a7',
  'contextguard-sliding-window-corrected': 'd8d3e5c9f6176797',
  'contextguard-tail': '0093707436cd762d',
  'contextguard-threshold': 'f700644d799ecf7e',
  crush: '5c183f972b564e7c',
  'gemini-cli': 'c12c478d6f36d5d5',
  'goat-as-coded': 'de7757695eccafe9',
  'goat-documented': '5b3b02ac1301ebe5',
  'goat-fixed': '777c4ad515232921',
  none: '9b941c1612ae9e59',
  opencode: '53008fd263673436',
  'opencode-tail': '50e968e475cdef38',
  pi: '1e2688ce8df0b6a6',
  recorded: '9b941c1612ae9e59',
  'adk-go': '42da47d39a432144',
  'adk-java': '4f07e0daeee8ea1c',
  'adk-python': 'd7395dbec30d8327',
  'adk-sliding': 'b898bdaf4f571270',
  'adk-typescript': '6462e293dbd0cd62',
  'anthropic-compaction': '7f3f2710d4b3d3b8',
  'anthropic-editing': '6bd7a41e3c863d28',
  cline: '5eb162d44311faab',
  'openai-compaction': '9069bc7b9a45514f',
  'openai-truncation': 'b51c41a87e292507',
};

// Codex as 0.169.0, OpenCode as 1.18.33, Gemini CLI as 0.61.0, pi as 1.5.2.
const second = {
  ...first,
  'claude-code': '42d08cfbf075569a',
  codex: '27a2d742cc7c5ef9',
  'gemini-cli': '2656c38a5802ff40',
  'opencode-tail': 'f6d4c2a13b896f5e',
  pi: '992fab4b34ca4a90',
};

const fourth = {
  ...second,
  'gemini-cli': '0e208ed0668521ad',
  codex: '0ffc9a831700b754',
  'contextguard-sliding-window': '83b04f84525865a1',
  'contextguard-sliding-window-corrected': 'effac6a3c27d21cf',
  'contextguard-tail': '63834fa076a02142',
  'contextguard-threshold': 'f6d2b047eb531fb4',
};

const recorded: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: first,
  2: second,
  // A result answers the call of its id: only recordings with unanswered calls change.
  3: second,
  // What-ifs stay on a recording and rejoin it, and users' compactions are given. Scenarios have neither:
  // only the step from which requests count as others has moved, where a compaction changed nothing.
  // Gemini CLI estimates until its first usage, whatever usage comes later.
  4: fourth,
  // OpenCode's tail is sized in characters of the JSON, and has one more preset.
  5: { ...fourth, 'opencode-tail': '476f636a957f73d2' },
};

/** Words may change without a new engine, and so may a kind of notes come that no policy had before. */
const withoutTexts = (key: string, value: unknown): unknown => {
  const unused = key === 'background' && Array.isArray(value) && value.length === 0;
  // How requests stand to a recording's is in the marks already.
  return key === 'text' || key === 'standings' || unused ? undefined : value;
};

it('gives the numbers it gave; with others, raise ENGINE and add its digests', () => {
  const scenarios = scenarioCatalogue.map(({ name, session }) => prepareScenario(session, name));
  const digests = policies.map((policy) => {
    const hash = createHash('sha256');
    for (const preset of [
      {},
      ...policy.presets.map(({ settings }) => settings as OutcomeSettings),
    ]) {
      for (const scenario of scenarios) {
        const settings = scenarioSettings(policy, scenario, preset);
        const { session, script, limit } = scenario;
        const { columns, marks, notes } = replay(session, policy, settings, { script, limit });
        for (const column of Object.values(columns)) hash.update(column);
        hash.update(marks).update(JSON.stringify(notes, withoutTexts));
      }
    }
    return [policy.id, hash.digest('hex').slice(0, 16)];
  });
  expect(Object.fromEntries(digests)).toMatchObject(recorded[ENGINE] ?? {});
});
