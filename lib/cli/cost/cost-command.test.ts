import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import type { SessionPrices } from '@/lib/analysis/cost/session-prices';
import { capture, parsed } from '../testing/captured-io';

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const INCIDENT = 'public/samples/production-incident.json';

interface Priced {
  readonly sessions: readonly (CostReport & { readonly prices: SessionPrices })[];
}

it('the price list is the installed one', () => {
  const { version } = JSON.parse(
    readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'),
  ) as { version: string };
  expect(PRICE_LIST).toBe(`@pydantic/genai-prices ${version}`);
});

describe('cost', () => {
  it('bills what usage says at the prices of the day, and names what it leaves out', async () => {
    const { code, out } = await capture(['cost', CLAUDE, '--at', '2026-05-01', '--json']);
    expect(code).toBe(0);
    const [one] = parsed<Priced>(out).sessions;
    expect(one?.prices).toMatchObject({ day: '2026-05-01', recorded: false, list: PRICE_LIST });
    expect(one?.recorded.charged).toBeGreaterThan(0);
    const { total, ...parts } = one!.recorded.cost;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 12);
  });

  it('takes prices that are given, for a model that the list lacks too', async () => {
    const none = await capture(['cost', INCIDENT, '--at', '2026-05-01', '--json']);
    const given = await capture([
      ...['cost', INCIDENT, '--at', '2026-05-01', '--json'],
      ...['--price', 'input=2', '--price', 'cacheRead=2', '--price', 'cacheWrite=2'],
      ...['--price', 'cacheWriteHour=2', '--price', 'output=0'],
    ]);
    const [before] = parsed<Priced>(none.out).sessions;
    const [after] = parsed<Priced>(given.out).sessions;
    expect(after?.prices.models[0]?.given).toBe(true);
    expect(after?.recorded.unpriced).toBe(0);
    expect(before?.prices.models[0]?.given).toBe(false);
  });

  it('takes prices of one model, by any of its names and no other', async () => {
    const bill = async (...prices: readonly string[]): Promise<Priced['sessions'][number]> => {
      const given = prices.flatMap((price) => ['--price', price]);
      const { out } = await capture(['cost', CLAUDE, '--at', '2026-05-01', '--json', ...given]);
      return parsed<Priced>(out).sessions[0]!;
    };
    const listed = await bill();
    const [{ model } = { model: '' }] = listed.prices.models;
    const all = await bill('output=50');
    expect(all.recorded.cost.total).toBeGreaterThan(listed.recorded.cost.total);
    expect((await bill(`${model}:output=50`)).recorded).toEqual(all.recorded);
    expect((await bill('output=90', `${model}:output=50`)).recorded).toEqual(all.recorded);
    const other = await bill('house:7:output=50');
    expect(other.recorded).toEqual(listed.recorded);
    expect(other.prices.models[0]?.given).toBe(false);
  });

  it('prints when each compaction of a what-if has paid', async () => {
    const { code, out } = await capture([
      ...['cost', INCIDENT, '--policy', 'own', '--set', 'cap=7.5'],
      ...['--price', 'input=5', '--price', 'output=25', '--price', 'cacheRead=0.5'],
      ...['--price', 'cacheWrite=6.25', '--summariser', 'shared'],
    ]);
    expect(code).toBe(0);
    expect(out).toContain('as it ran, modelled');
    expect(out).toMatch(
      /The summariser’s call begins with the agent’s own request, .* \(as chosen\)\./,
    );
    expect(out).toMatch(/143 +\S+ +\S+ +(warm|cold)\S* .*(pays after|pays at once|never pays)/);
  });

  it.each([
    [['--price', 'inputs=5'], 'A price is one of input, cacheRead'],
    [['--price', 'input=cheap'], 'wants dollars per million tokens'],
    [['--price', 'input=-1'], 'wants dollars per million tokens'],
    [['--price', ':input=1'], 'names no model before ":"'],
    [['--price', 'house:inputs=1'], 'A price is one of input, cacheRead'],
    [['--at', 'May'], '--at wants a day'],
    [['--summariser', 'free'], 'Allowed choices are shared, unshared, written'],
  ])('refuses %j', async (args, said) => {
    const { code, messages } = await capture(['cost', INCIDENT, ...args]);
    expect(code).toBe(2);
    expect(messages).toContain(said);
  });
});

/** Calls of Claude Code, a minute apart, that write so many tokens each, in a file of their own. */
function calls(folder: string, sessionId: string, sizes: readonly number[]): string {
  const lines = sizes.flatMap((size, i) => {
    const at = { sessionId, isSidechain: false, version: '2.1.99', cwd: '/w' };
    const times = [0, 30].map(
      (second) => `2026-05-01T10:${String(10 + i)}:${String(10 + second)}.000Z`,
    );
    const usage = { input_tokens: 3, cache_creation_input_tokens: size, output_tokens: 40 };
    const said = {
      id: `m${size}`,
      model: 'claude-opus-4-8',
      usage: { ...usage, cache_read_input_tokens: 0 },
    };
    const [asks, answers] = [`u${size}`, `a${size}`];
    return [
      {
        ...at,
        type: 'user',
        uuid: asks,
        parentUuid: i === 0 ? null : `a${sizes[i - 1]}`,
        timestamp: times[0],
        message: { role: 'user', content: 'Go on' },
      },
      {
        ...at,
        type: 'assistant',
        uuid: answers,
        parentUuid: asks,
        requestId: `r${size}`,
        timestamp: times[1],
        message: {
          ...said,
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'Yes.' }],
        },
      },
    ];
  });
  const file = join(folder, `${sessionId}.jsonl`);
  writeFileSync(file, lines.map((one) => JSON.stringify(one)).join('\n'));
  return file;
}

it('a call that two recordings hold is charged once, and their total says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-cost-'));
  const original = calls(folder, 'original', [20_000, 21_000, 22_000]);
  const fork = calls(folder, 'fork', [20_000, 21_000, 30_000, 31_000]);
  const { out } = await capture(['cost', original, fork, '--json']);
  const answer = parsed<Priced & { together: { steps: number; total: number } }>(out);
  expect(answer.sessions.map(({ recorded }) => recorded.charged)).toEqual([3, 2]);
  expect(answer.together.steps).toBe(5);
  // 124,000 tokens written at $6.25 a million, 3 of input and 40 of output a call.
  const dollars = (124_000 * 6.25 + 5 * (3 * 5 + 40 * 25)) / 1e6;
  expect(answer.together.total).toBeCloseTo(dollars, 9);
  const told = await capture(['cost', original, fork]);
  expect(told.out).toContain(
    '2 sessions together: $0.7801 recorded, 5 steps charged. 2 steps of 1 session are copies of another’s calls: they count once.',
  );
  const scored = await capture(['score', original, fork, '--json']);
  expect(
    parsed<{ sessions: { copied: number }[] }>(scored.out).sessions.map(({ copied }) => copied),
  ).toEqual([0, 2]);
});
