import { describe, expect, it } from 'vitest';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { openSession } from '@/lib/analysis/fit/opening';
import { findingsIn, found, runOf } from '../testing/found';
import { namedEntries } from '../registry';
import { rising } from '../testing/change';

describe('the prefix', () => {
  const connect = (real: number) =>
    `u 400\n-- 5000\n${rising(8, 5_800)}\nc mcp_connect {"server":"tracker"}\nr mcp_connect 20\n-- ${real}\n${rising(3, real + 300)}`;

  it('grew where a large rest stays in every later request', () => {
    const [one] = found('prefix-grew', connect(15_900));
    // 10,100 less 4 + 7 tokens of the call and 9 of its result, at a density of 1.
    expect(one).toMatchObject({
      of: 'recording',
      severity: 'warning',
      steps: [{ from: 9, to: 9 }],
    });
    expect(one?.sentence).toMatch(
      /^One mcp_connect call, 10,0\d\d tokens: tracker 10,0\d\d at 9\.$/,
    );
    expect(found('prefix-grew', connect(5_830))).toEqual([]);
  });

  it('says what a compaction takes of a small rest in a recording of Claude Code', () => {
    const drawn = textSession(connect(13_900));
    const [elsewhere] = findingsIn(drawn).filter(({ detector }) => detector === 'prefix-grew');
    expect(elsewhere?.detail).toBe('They are in no entry: no compaction can summarise them.');
    const source = { ...drawn.source, format: 'claude-code' };
    const [own] = findingsIn({ ...drawn, source }).filter(
      ({ detector }) => detector === 'prefix-grew',
    );
    expect(own?.sentence).toContain('8,0');
    expect(own?.detail).toContain('half of a jump below 10,000 was gone');
  });

  it('is not counted where the first request holds far more than its entries', () => {
    const settings = { window: 100_000 };
    const [one] = found('prefix-not-counted', 'u 400\n-- 50000\nm 400\n-- 50100', { settings });
    expect(one).toMatchObject({ of: 'replay', steps: [{ from: 0, to: 1 }] });
    expect(one?.sentence).toBe(
      '49,900 tokens in every request, 50 % of the window; 0 are counted.',
    );
    expect(found('prefix-not-counted', 'u 400\n-- 110\nm 400\n-- 210', { settings })).toEqual([]);
  });

  it('is counted where a policy decides with usage alone', () => {
    const settings = { window: 100_000, estimator: 'anchor' };
    expect(found('prefix-not-counted', 'u 400\n-- 50000\nm 400\n-- 50100', { settings })).toEqual(
      [],
    );
  });
});

describe('the incident', () => {
  const session = productionIncident.build();
  const { policy, settings } = openSession(session.source, measureSession(session));
  const all = findingsIn(session, { policy, settings, notices: session.notices });

  it('has its findings, each with its figures', () => {
    expect(all.map(({ severity, of, title, sentence }) => [severity, of, title, sentence])).toEqual(
      [
        [
          'error',
          'replay',
          'One step grew by more than the buffer',
          '+50,819 real; the buffer is 20,000 and the decision looks one step back.',
        ],
        [
          'error',
          'replay',
          'Refused while every decision was below the threshold',
          '200,819 sent, limit 200,000; the highest decision was 150,000 of 180,000.',
        ],
        [
          'warning',
          'replay',
          'The prefix is not counted',
          '88,347 tokens in every request, 44 % of the window; 83 are counted.',
        ],
        [
          'warning',
          'replay',
          'The correction rests on its cap',
          '5× at 143 steps; measured between 8.33× and 867.03×.',
        ],
        [
          'warning',
          'recording',
          'The prefix grew during the session',
          'Four mcp_connect calls, 69,576 tokens: tracker 9,802 at 31, repository 12,404 at 77, feature-flags 7,298 at 118, dashboards 40,072 at 143.',
        ],
        [
          'warning',
          'replay',
          'Compaction would leave little room',
          'Prefix 157,979 + summary 10,000 + continuation 164 = 168,143: 11,857 below the threshold.',
        ],
        [
          'info',
          'replay',
          'Default factor far from the first ratio',
          '2.5× against 867.03×; used at step 0, 255 of 180,000 at most.',
        ],
      ],
    );
  });

  it('has them at the steps that brought them about', () => {
    expect(all.map(({ steps }) => steps.map(({ from, to }) => [from, to]))).toEqual([
      [[143, 143]],
      [[143, 143]],
      [[0, 143]],
      [[1, 143]],
      [
        [31, 31],
        [77, 77],
        [118, 118],
        [143, 143],
      ],
      [[143, 143]],
      [[0, 0]],
    ]);
  });

  it('names what would have turned the decision, as settings', () => {
    expect(all[0]?.figures.map(({ value }) => value)).toEqual([
      50_819, 10_747, 40_072, 20_000, 215, 342,
    ]);
    expect(all[0]?.advice.map((advice) => advice.settings)).toEqual([
      null,
      { window: 187_500 },
      { cap: 7.5 },
      null,
    ]);
  });

  it('asks for the names of the entries that it says, and of no others', () => {
    const asked = namedEntries(runOf(session, { policy, settings }), { agent: '', notices: [] });
    expect(asked).toContain(285);
    expect(asked.length).toBeLessThan(20);
  });
});
