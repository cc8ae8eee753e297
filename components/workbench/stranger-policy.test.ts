/** A policy written by a stranger, one file and one line, gets everything that the product's own have. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { flipPoints } from '@/lib/analysis/explain/flip-points';
import { stepLedger } from '@/lib/analysis/explain/ledger';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { windowRule } from '@/lib/analysis/explain/window-rule';
import { replay as question } from '@/lib/answers/questions/replay';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { runQueue } from '@/lib/server/import/run-queue';
import { postQuestion } from '@/lib/server/http/sessions/questions';
import { getSessions } from '@/lib/server/http/sessions/listing';
import { postSessions } from '@/lib/server/http/sessions/sessions';
import { settingFields } from '@/lib/engine/policy/fields';
import { findPolicy, policies } from '@/lib/policies/registry';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { defaultColumns } from '@/lib/answers/report/outcome/matrix';
import { sliderScale } from './parameters/slider-scales';
import { readView } from './state/view-url';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-stranger-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  return { folder: name };
});
// The one line of builtin.ts.
vi.mock('@/lib/policies/builtin', async (original) => ({
  ...(await original<object>()),
  ...(await import('@/lib/policies/testing/fraction-tail')),
}));
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Texts of 1,000 tokens each, a step after every one. */
const session = drawnSession('limit 20000\n' + 'u 4000\n-- ?\nm 4000\n-- ?\n'.repeat(8));
const made = (change: object): Replay =>
  replay(
    session,
    fractionTail,
    fractionTail.settings.parse({ window: 10_000, keep: 2, ...change }),
  );

describe('a policy in one file', () => {
  it('is short, and found by its id', () => {
    const lines = readFileSync('lib/policies/testing/fraction-tail.ts', 'utf8').split('\n').length;
    expect(lines).toBeLessThanOrEqual(70);
    expect(findPolicy('fraction-tail')).toBe(fractionTail);
  });

  it('compacts at its share of the window and keeps its tail', () => {
    const { columns } = made({});
    // 8 texts of 1,000 tokens reach 0.8 × 10,000; six are summarised.
    expect(columns.compacted.indexOf(1)).toBe(7);
    expect([columns.decision[7], columns.threshold[7], columns.covered[7]]).toEqual([
      8_000, 8_000, 6,
    ]);
  });

  it('has a slider with its notch, and a threshold handle', () => {
    const [window, fraction] = settingFields(fractionTail).filter(({ slider }) => slider);
    expect(window && sliderScale(window, session)).toMatchObject({ min: 8_000 });
    expect(fraction && sliderScale(fraction, session)).toEqual({
      min: 0.1,
      max: 1,
      step: 0.01,
      notch: { value: 0.8, label: '0.8', title: 'The usual share' },
    });
    const rule = windowRule(made({}));
    expect([rule.follows(10_000), rule.nearest(4_000), rule.threshold(4_999)]).toEqual([
      true,
      4_999,
      4_000,
    ]);
  });

  it('has flip points, a ledger and a verdict', () => {
    const points = (step: number, change = {}) =>
      flipPoints(made(change), step).map(({ label, text }) => [label, text]);
    // 7,000 tokens: 7,000 / 0.8, 7,000 / 10,000.
    expect(points(6)).toEqual([
      ['Window', '≤ 8,750'],
      ['Fraction', '≤ 0.7'],
    ]);
    expect(points(7)).toEqual([
      ['Window', '≥ 10,001'],
      ['Fraction', '≥ 0.81'],
    ]);
    expect(stepLedger(made({}), 7).decision).toMatchObject({
      reached: true,
      formula: 'heuristic',
      thresholdFormula: '0.8 × 10000',
    });
    expect(wordsText(verdict(made({}), { agent: 'An agent' }))).toContain('8,000 ≥ 8,000');
  });

  it('has its columns in the matrix', () => {
    const keys = defaultColumns(policies).map(({ policy, preset }) => [policy, preset]);
    expect(keys).toContainEqual(['fraction-tail', null]);
  });

  it('opens by a link', () => {
    const head = { source: 'picture', limit: null, guard: [], compactions: [] };
    const { view, notices } = readView('?policy=fraction-tail&fraction=0.6&keep=4', {
      stepCount: 10,
      head,
      opening: null,
    });
    expect(notices).toEqual([]);
    expect(view).toMatchObject({ policyId: 'fraction-tail', settings: { fraction: 0.6, keep: 4 } });
  });

  it('runs on the command line and over the API, with the same result', async () => {
    const file = 'public/samples/kubernetes-agent.json';
    const set = { window: 60_000, fraction: 0.6 };
    const args = Object.entries(set).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const command = ['replay', file, '--policy', 'fraction-tail', ...args, '--json'];
    const { code, out } = await capture(command);
    expect(code).toBe(0);

    await migrate(process.env['DATABASE_URL'] ?? '');
    const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };
    const request = (path: string, init: RequestInit = {}): Request =>
      new Request(`http://127.0.0.1:3000/api/sessions${path}`, { headers, ...init });
    const none = { params: Promise.resolve({}) };
    const upload = { host: headers.host, 'x-file-name': 'kubernetes-agent.json' };
    const body = readFileSync(file);
    await postSessions(request('', { method: 'POST', body, headers: upload }), none);
    await runQueue(await database(), new AbortController().signal, () => sleep(10));
    const listed = await (await getSessions(request(''), none)).json();
    const id = sessionPageSchema.parse(listed).sessions[0]?.id ?? '';
    const asked = JSON.stringify({ policy: 'fraction-tail', settings: set });
    const answer = await postQuestion(request(`/${id}/replay`, { method: 'POST', body: asked }), {
      params: Promise.resolve({ id, question: 'replay' }),
    });
    expect(answer.status).toBe(200);
    const { totals } = question.output.parse(await answer.json());
    expect(totals['stepsCompacted']).toBeGreaterThan(0);
    const [printed] = parsed<{ sessions: { totals: unknown }[] }>(out).sessions;
    expect(printed?.totals).toEqual(totals);
    await (await database()).close();
  });
});
