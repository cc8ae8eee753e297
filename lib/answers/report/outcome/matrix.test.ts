import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { none } from '@/lib/policies/highwater/none';
import type { Policy } from '@/lib/engine/policy/policy';
import { policies } from '@/lib/policies/registry';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import {
  cellText,
  defaultColumns,
  matrixColumns,
  matrixCsv,
  matrixJson,
  matrixMarkdown,
  matrixTotals,
  type Matrix,
} from './matrix';
import { prepareScenario, scenarioOutcome } from './scenario-outcome';

/** The scenarios of the seeds' matrices under two policies. */
function matrixOf(some: readonly Policy[]): Matrix {
  const columns = matrixColumns(some).filter(({ preset }) => preset === null);
  const rows = scenarioCatalogue
    .filter(({ source }) => source === 'stress' || source === 'brutal')
    .map(({ id, name, window, session }) => {
      const prepared = prepareScenario(session, name);
      return {
        id,
        name,
        window,
        outcomes: some.map((policy) => {
          const { spark: _, ...outcome } = scenarioOutcome(prepared, policy);
          return outcome;
        }),
      };
    });
  return { prices: null, columns, rows };
}

const matrix = matrixOf([contextGuardThreshold, none]);

describe('the columns', () => {
  it('are each policy and each of its presets', () => {
    const columns = matrixColumns(policies);
    expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
    expect(columns.length).toBe(policies.reduce((sum, { presets }) => sum + 1 + presets.length, 0));
    expect(columns.find(({ key }) => key === 'contextguard-threshold~conservative')).toMatchObject({
      policy: 'contextguard-threshold',
      preset: 'conservative',
      settings: { cap: 10, factor: 4 },
    });
  });

  it('begin with the policies that decide, and with versions', () => {
    const columns = defaultColumns(policies);
    const keys = columns.map(({ key }) => key);
    for (const { id, decision } of policies) expect(keys.includes(id)).toBe(decision !== null);
    for (const { preset, historical } of columns) expect(preset === null || historical).toBe(true);
  });

  it('take presets with a provenance of their own as versions', () => {
    const old: Policy = {
      ...contextGuardThreshold,
      presets: [
        {
          id: 'v0.9.0',
          label: '0.9.0',
          settings: {},
          provenance: { version: 'v0.9.0', basis: 'exact' },
        },
        { id: 'wide', label: 'wide', settings: {} },
      ],
    };
    expect(defaultColumns([old]).map(({ key, version }) => [key, version])).toEqual([
      [old.id, old.provenance.version],
      [`${old.id}~v0.9.0`, 'v0.9.0'],
    ]);
  });
});

describe('the totals', () => {
  it('are those of the golden README over its 92 sessions', () => {
    const [reference, nothing] = matrixTotals(matrix);
    // history.json totalsOver92SessionsTrueUsage: v0.9.1 and later 363 compactions and no overflow;
    // README: v0.12.0, which never compacts, 2,487 overflow steps in 76 sessions.
    expect(reference).toEqual({
      scenarios: 92,
      compactions: 363,
      summarizerCalls: 363,
      overflowSteps: 0,
      scenariosOverflowing: 0,
      loops: 3,
      costUsd: null,
    });
    expect(nothing).toEqual({
      scenarios: 92,
      compactions: 0,
      summarizerCalls: 0,
      overflowSteps: 2_487,
      scenariosOverflowing: 76,
      loops: 0,
      costUsd: null,
    });
  });

  it('leave out what is not computed', () => {
    const rows = matrix.rows.map((row, i) => (i < 90 ? { ...row, outcomes: [] } : row));
    expect(matrixTotals({ ...matrix, rows }).map(({ scenarios }) => scenarios)).toEqual([2, 2]);
  });
});

describe('the files', () => {
  it('have a CSV record for each cell', () => {
    const lines = matrixCsv(matrix).split('\r\n');
    expect(lines[0]).toBe(
      'scenario,window,policy,preset,outcome,steps,compactions,summarizerCalls,overflowSteps,backToBack,loop,peak,limit',
    );
    expect(lines).toHaveLength(1 + 92 * 2 + 1);
    expect(lines).toContain(
      'stress/8k_heavytooldefinitions,8000,contextguard-threshold,,loop,40,40,40,0,39,true,6472,8000',
    );
  });

  it('have JSON with settings, totals and every cell', () => {
    const parsed = JSON.parse(matrixJson(matrix)) as {
      columns: { key: string; totals: { overflowSteps: number } }[];
      scenarios: { id: string; outcomes: Record<string, { compactions: number } | null> }[];
    };
    expect(parsed.columns.map(({ key, totals }) => [key, totals.overflowSteps])).toEqual([
      ['contextguard-threshold', 0],
      ['none', 2_487],
    ]);
    const cell = parsed.scenarios.find(({ id }) => id === 'stress/8k_kubeagent')?.outcomes;
    expect(cell?.['contextguard-threshold']?.compactions).toBe(10);
    const partial = matrixJson({
      ...matrix,
      rows: matrix.rows.map((r) => ({ ...r, outcomes: [] })),
    });
    expect(partial).toContain('"none": null');
  });

  it('have a Markdown table of as many cells in every line', () => {
    const lines = matrixMarkdown(matrix)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(2 + 92 + 4);
    expect(new Set(lines.map((line) => line.split(' | ').length))).toEqual(new Set([3]));
    expect(lines).toContain('| `8k_HeavyToolDefinitions` | loop · 40 c | overflow 35 |');
    expect(lines).toContain('| **overflow steps** | 0 | 2487 |');
  });

  it('have costs where cells are priced, with what they are of', () => {
    const prices = {
      ...{ model: 'house-7', entry: null, list: 'a list 1.0', day: '2026-05-01' },
      given: { input: 5, output: 25 },
    };
    const rows = matrix.rows.map((row) => ({
      ...row,
      outcomes: row.outcomes.map((outcome, k) => outcome && { ...outcome, costUsd: k + 0.25 }),
    }));
    const whole = { ...matrix, prices, rows };
    expect(matrixTotals(whole).map(({ costUsd }) => costUsd)).toEqual([23, 115]);
    const [head, first] = matrixCsv(whole).split('\r\n');
    expect(head?.endsWith(',peak,limit,costUsd')).toBe(true);
    expect(first?.endsWith(',0.25')).toBe(true);
    const json = JSON.parse(matrixJson(whole)) as {
      prices: unknown;
      columns: { totals: { costUsd: number } }[];
      scenarios: { outcomes: Record<string, { costUsd: number }> }[];
    };
    expect(json.prices).toEqual(prices);
    expect(json.columns.map(({ totals }) => totals.costUsd)).toEqual([23, 115]);
    expect(json.scenarios[0]?.outcomes['none']?.costUsd).toBe(1.25);
    expect(matrixJson(matrix)).not.toContain('costUsd');
    const markdown = matrixMarkdown(whole);
    expect(markdown).toContain(
      '| `8k_HeavyToolDefinitions` | loop · 40 c · ~$0.2500 | overflow 35 · ~$1.25 |',
    );
    expect(markdown).toContain('| **cost** | ~$23.00 | ~$115.00 |');
    expect(markdown).toContain(
      'if the model were house-7 (a list 1.0 has no such model, given input:5,output:25)',
    );
    // One cell without a price, and the column has no total.
    const [one, ...others] = rows;
    const some = [{ ...one!, outcomes: matrix.rows[0]!.outcomes }, ...others];
    expect(matrixTotals({ ...whole, rows: some }).map(({ costUsd }) => costUsd)).toEqual([
      null,
      null,
    ]);
  });

  it('say in a cell what happened', () => {
    const cell = matrix.rows[0]?.outcomes[0];
    if (!cell) throw new Error('no cell');
    expect(cellText({ ...cell, kind: 'never fires', compactions: 0 })).toBe('–');
    expect(cellText({ ...cell, kind: 'fits', compactions: 3 })).toBe('3 c');
    expect(cellText({ ...cell, kind: 'overflow', overflowSteps: 2, compactions: 3 })).toBe(
      'overflow 2 · 3 c',
    );
  });
});
