import { expect, it } from 'vitest';
import { copilot } from '@/lib/policies/copilot/policy';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { stepColumns, stepObjects, stepRow } from './step-rows';

const reals = [26_000, 28_000, 31_000, 33_000, 35_000, 35_900, 38_000, 39_000];
const session = prepare(
  measureSession(textSession(`u 400\n${reals.map((real) => `-- ${real}\nm 8000\n`).join('')}`)),
);
const made = (settings: object) =>
  replay(session, copilot, copilot.settings.parse({ window: 40_000, delaySteps: 2, ...settings }));

it('say of each step what a compaction beside the agent does, in a column of its own', () => {
  const run = made({ exhaustion: 1 });
  expect(run.notes.background[0]).toMatchObject({ start: 3, end: 5, how: 'landed' });
  expect(stepObjects(run).map(({ beside }) => beside)).toEqual([
    ...[null, null, null, 'starts', 'under way', 'landed'],
    // Its prefix stays: the next one starts at once.
    ...['starts', 'under way'],
  ]);
  expect(stepRow(run, 4)[stepColumns.indexOf('beside')]).toBe('under way');
});

it('and nothing where none runs', () => {
  const silent = stepObjects(made({ enabled: false }));
  expect(silent.every(({ beside }) => beside === null)).toBe(true);
});

it('are made for a page alone, and each once', () => {
  const run = made({});
  const read: string[] = [];
  const heuristicRaw = new Proxy(run.columns.heuristicRaw, {
    get: (column, key) => {
      read.push(String(key));
      return Reflect.get(column, key, column) as unknown;
    },
  });
  const watched = { ...run, columns: { ...run.columns, heuristicRaw } };
  expect(stepObjects(watched, { from: 3, count: 2 })).toEqual(stepObjects(run).slice(3, 5));
  expect(read).toEqual(['3', '4']);
  expect(stepObjects(run, { from: 7, count: 5 })).toHaveLength(1);
});

it('number turns from 0, however many steps came before', () => {
  const log = textSession('u 4\n-- 10\nm 4\n-- 20\nu 4\n-- 30\nm 4\nu 4\n-- 40');
  const run = replay(prepare(measureSession(log)), copilot, copilot.settings.parse({}));
  expect(stepObjects(run).map(({ turn }) => turn)).toEqual([0, 0, 1, 2]);
});
