import { expect, it } from 'vitest';
import { agentFrameworkSummarization, codex, contextGuardThreshold } from '@/lib/policies/builtin';
import type { Policy } from '@/lib/engine/policy/policy';
import { observe } from '@/lib/engine/replay/observed/observe';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import {
  besideRecording,
  columnsWithin,
  figuresOf,
  leastWidth,
  stepColumns,
  trackOf,
} from './step-columns';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

const session = drawnSession('u 4000\n-- 1000\nm 4000\n-- 2000');
const under = (policy: Policy, settings: object): Replay =>
  replay(session, policy, policy.settings.parse(settings));
const run = (window: number): Replay => under(contextGuardThreshold, { window });

it('gives figures of a million the room they need, and keeps smaller ones within 768 px', () => {
  const small = figuresOf(run(200_000));
  expect(figuresOf(run(1_200_000)).plain).toBeGreaterThan(small.plain);
  const last = ['events', 'grew', 'unexplained'];
  const columns = stepColumns.filter(({ id }) => !last.includes(id));
  const least = columns.reduce((sum, { width }) => sum + width(small)[0], 0);
  expect(least).toBeLessThanOrEqual(768 - 20);
  const tracks = columns.slice(0, 2).map((column) => trackOf(column, small));
  expect(tracks).toEqual(['minmax(46px, 0.7fr)', 'minmax(68px, 0.9fr)']);
});

it('leaves room for ~ before a request that was compacted away, also where the recording did the same', () => {
  const made = run(1_000);
  expect(made.columns.compacted).toContain(1);
  const same = { ...made, divergence: -1, marks: new Uint8Array(made.marks.length) };
  const { plain, guessed } = figuresOf(same);
  expect(guessed).toBeGreaterThan(plain);
});

it('has room for the unit of a value that is not in tokens', () => {
  const made = under(agentFrameworkSummarization, {});
  const column = stepColumns.find(({ id }) => id === 'decision');
  const text = column?.text(made, 1) ?? '';
  expect(text).toMatch(/^~?\d messages$/);
  const [pixels = 0] = column?.width(figuresOf(made)) ?? [];
  // More than a figure of six digits with ~ takes, which is 77 px and cuts the word.
  expect(pixels).toBeGreaterThan(8 * text.length);
});

it('says of a value that the file lacks a part of that it is at least so much, and has the room', () => {
  const picture = 'limit 190000\nu 400\n-- 158000\nm 400\nu 400\n== compact 400\n-- 20000';
  const { steps, source, ...rest } = textSession(picture);
  const rollout = {
    ...rest,
    source: { ...source, format: 'codex' },
    steps: steps.map((step) => ({ ...step, output: 9_000 })),
  };
  const made = observe(preparedSession(rollout), codex, codex.settings.parse({ window: 190_000 }), {
    own: true,
  });
  const column = stepColumns.find(({ id }) => id === 'decision');
  expect(column?.text(made, 1)).toMatch(/^at least \d/);
  expect(figuresOf(made).decision).toBeGreaterThan(figuresOf(run(200_000)).decision);
});

it('leaves the least important columns out where there is no room, never the decision', () => {
  const figure = figuresOf(run(200_000));
  const quiet = stepColumns.filter(({ id }) => id !== 'events');
  const ids = (pixels: number, columns = stepColumns): readonly string[] =>
    columnsWithin(columns, figure, pixels).map(({ id }) => id);
  // 1440 px less both panels, their borders, the row's padding and a scroll bar.
  const desktop = 1_440 - 264 - 320 - 2 - 20 - 15;
  expect(ids(desktop, quiet)).toEqual(quiet.map(({ id }) => id));
  // Where something is noted, the events come before what can be read in the ledger.
  const noted = stepColumns.filter(({ id }) => id !== 'unexplained');
  expect(ids(desktop)).toEqual(noted.map(({ id }) => id));
  expect(ids(500)).toEqual(['step', 'real', 'decision', 'margin', 'outcome', 'events']);
  expect(ids(100)).toEqual(['step', 'decision', 'margin', 'outcome']);
  for (let pixels = 300; pixels < 900; pixels += 10) {
    const kept = columnsWithin(stepColumns, figure, pixels);
    expect(kept.length === 4 || leastWidth(kept, figure) <= pixels).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(ids(pixels + 10).length);
  }
});

it('writes a projected number with ~ before it, as every other page does', () => {
  // A window of 2,000 fires at step 1: from there on what is sent is not what was recorded.
  const session = drawnSession('u 4000\n-- 1700\nm 4000\n-- 2900\nm 4000\n-- 4100');
  const made = replay(
    session,
    contextGuardThreshold,
    contextGuardThreshold.settings.parse({ window: 2_000 }),
  );
  const text = (id: string, step: number): string =>
    stepColumns.find((column) => column.id === id)?.text(made, step) ?? '';
  expect(text('real', 0)).toBe('1,700');
  expect(text('real', 2)).toMatch(/^~[\d,]+$/);
  expect(text('decision', 2)).toMatch(/^~[\d,]+$/);
  expect(text('margin', 2)).toMatch(/^[+−][\d,]+$/);
  expect(text('calibrated', 2)).toMatch(/^~[\d,]+$/);
  expect(text('correction', 2)).toMatch(/^~\d\.\d+×$/);
  expect(text('outcome', 1)).toMatch(/^◆ compacted → ~[\d,]+/);
  for (const { text: write } of stepColumns) {
    for (let step = 0; step < 3; step++) expect(write(made, step)).not.toMatch(/\d ~/);
  }
});

it('a what-if has the recording’s figures beside its own, which keep their room first', () => {
  const [recording, whatIf] = [run(200_000), run(1_000)];
  const own = stepColumns.filter(({ id }) => id !== 'events');
  const columns = besideRecording(own, recording);
  const text = (id: string): string => columns.find((one) => one.id === id)?.text(whatIf, 1) ?? '';
  expect(text('recorded margin')).toBe(own.find(({ id }) => id === 'margin')?.text(recording, 1));
  expect(text('recorded margin')).not.toBe(text('margin'));
  expect(text('recorded outcome')).toBe('held');
  expect(text('outcome')).toMatch(/^◆ compacted/);
  const figures = figuresOf(whatIf);
  const narrow = columnsWithin(columns, figures, 500).map(({ id }) => id);
  const twins = narrow.filter((id) => id.startsWith('recorded '));
  expect(twins.every((id) => narrow.includes(id.slice('recorded '.length)))).toBe(true);
  expect(columnsWithin(columns, figures, 2_000)).toEqual(columns);
});
