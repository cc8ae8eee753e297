import { describe, expect, it } from 'vitest';
import type { RunningToday } from '@/lib/analysis/fit/opened/running-today';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { tuned as tunedSession } from '../model/testing/tuned-session';
import { tuneSetup } from './tune-setup';
import { readTuneView } from './tune-view';
import { corpusInRows, shownView, tunedRow } from './tuned-row';

/** A session of the library's list that opens with a policy. */
function listed(id: string, policy: string, rest: Partial<CorpusRow> = {}): CorpusRow {
  return {
    ...tunedSession(id).facts,
    ...{ steps: 10, limit: 200_000, peak: 150_000 },
    opening: { policy, preset: null, label: policy, version: null, own: true },
    ...rest,
  };
}

const library = [
  listed('a', 'codex', { limit: 272_000 }),
  listed('b', 'claude-code'),
  listed('c', 'claude-code', { limit: 1_000_000 }),
  listed('d', 'claude-code', {
    opening: {
      ...{ policy: 'claude-code', preset: 'to-2.1.20', own: true },
      ...{ label: 'Claude Code', version: 'up to 2.1.20' },
    },
  }),
  listed('e', 'claude-code'),
  listed('f', 'claude-code', { steps: 2, peak: 900 }),
  listed('g', 'claude-code', { generated: true }),
  listed('h', 'opencode', { generated: true }),
  listed('i', 'codex', { opening: null }),
];

const NONE: RunningToday = {
  ...{ basis: 'assumed', settings: {}, window: null, assumed: null },
  ...{ judged: 0, reproduced: 0, explained: 0, parts: [] },
};

/** What the page asks of a row of the library under an address. */
function asked(search: string, running: RunningToday = NONE) {
  const { view } = readTuneView(search);
  const row = tunedRow(corpusInRows(library).rows, view.row);
  const setup = tuneSetup(shownView(view, row), { row, running, sources: [] });
  return { row, setup };
}

describe('the rows of a corpus', () => {
  it('hold sessions of one policy, version and limit; that of the most recorded ones is tuned', () => {
    const { rows, leftOut, unjudged } = corpusInRows(library);
    const row = tunedRow(rows, null);
    expect(rows.map(({ key, sessions }) => [key, sessions.map(({ id }) => id).join()])).toEqual([
      ['claude-code.200000', 'b,e,g'],
      ['claude-code.1000000', 'c'],
      ['claude-code.to-2.1.20.200000', 'd'],
      ['codex.272000', 'a'],
    ]);
    expect(row?.key).toBe('claude-code.200000');
    expect(leftOut).toEqual({ short: 1, generated: 1 });
    expect(unjudged).toBe(1);
  });

  it('are chosen by their key, which outlives other sessions; an unknown one is the first', () => {
    const { rows } = corpusInRows(library);
    expect(tunedRow(rows, 'codex.272000')?.sessions).toHaveLength(1);
    const alone = corpusInRows(library.slice(0, 1));
    expect(tunedRow(alone.rows, 'codex.272000')?.key).toBe('codex.272000');
    expect(tunedRow(rows, 'codex.1')?.key).toBe('claude-code.200000');
    // The row that is tuned without a name is the same once the address names it.
    expect(tunedRow(rows, 'claude-code.200000')).toBe(tunedRow(rows, null));
    expect(tunedRow([], null)).toBeNull();
  });
});

describe('what is asked of a row', () => {
  it('is its own policy in its version, at its own limit', () => {
    const { setup } = asked('?all=1&row=claude-code.to-2.1.20.200000');
    expect([setup.policy.id, setup.around, setup.limit]).toEqual(['claude-code', 200_000, 200_000]);
    expect(setup.x.today).toBe(200_000);
    const preset = setup.policy.presets.find(({ id }) => id === 'to-2.1.20')?.settings as object;
    expect(setup.today).toMatchObject(preset);
    expect(setup.fixed).toMatchObject(preset);
    // Every session keeps its own limit: all of a row have the same.
    expect(setup.tune.plan.limit).toBeNull();
  });

  it('begins with what runs there, unless the address says otherwise', () => {
    const running = { ...NONE, settings: { window: 150_000 }, window: 150_000, assumed: 200_000 };
    expect(asked('?all=1', running).setup.x.today).toBe(150_000);
    const given = asked('?all=1&policy=claude-code&set=window:180000', running);
    expect(given.setup.x.today).toBe(180_000);
  });

  it('is another policy over the same sessions, where the address names one', () => {
    const { row, setup } = asked('?all=1&row=claude-code.to-2.1.20.200000&policy=codex');
    expect(row?.sessions.map(({ id }) => id)).toEqual(['d']);
    expect(setup.policy.id).toBe('codex');
    expect(setup.fixed).toEqual({});
  });
});
