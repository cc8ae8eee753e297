import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Answer } from '@/lib/tuning/recommend/ask-corpus';
import { axisValues } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis } from '@/lib/tuning/sweep/first-axes';
import { capture } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const FORMATS = 'lib/readers/importers/formats';
const RECORDED = [
  `${FORMATS}/claude-code/fixtures/claude-code/compaction.jsonl`,
  `${FORMATS}/claude-code/fixtures/claude-code/rejected.jsonl`,
];
/** Recorded by Claude Code, whose own policy has one axis to vary. */
const GUARD = ['--policy', DEFAULT_POLICY];
const folder = scratchFolder();

describe('highwater tune', () => {
  it('prints coverage, the recommendation with its evidence, the cells and the options', async () => {
    const { code, out } = await capture(['tune', ...RECORDED, ...GUARD, '--limit', '200000']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d of 2 recorded sessions comes? near a threshold; /m);
    expect(out).toMatch(/\n(Keep|Set|Patch to|No setting) /);
    expect(out).toContain('Room: window ');
    expect(out).toMatch(
      /\n {2}summaries of half their cap: \d+ compactions?, \d+ sessions? overflow, /,
    );
    expect(out).toMatch(/hold-out:/i);
    expect(out).toMatch(/Along window; .+\n +window +cap +compactions/);
    expect(out).toMatch(/\n200,000 .+today\n/);
    expect(out).toContain('above the limit');
    expect(out).toContain('contextguard.WithMaxTokens(');
    expect(out).toContain(`Computed by ${PRODUCER}.`);
  });

  it('begins with the axes of the page', async () => {
    const { out } = await capture(['tune', ...RECORDED, ...GUARD, '--limit', '258400', '--json']);
    const { plan } = JSON.parse(out) as Pick<Answer, 'plan'>;
    const own = axisFields(policyOrDefault(DEFAULT_POLICY))
      .slice(0, 2)
      .map((field) => firstAxis(field, 258_400));
    expect(plan.columns[0]?.axes).toEqual(
      own.map((range) => ({ setting: range.setting, values: axisValues(range) })),
    );
  });

  it('says what a corpus cannot decide', async () => {
    const args = ['--vary', 'factor=2:3:0.5', '--limit', '200000'];
    const { out } = await capture(['tune', ...RECORDED, ...GUARD, ...args]);
    expect(out).toContain('This corpus cannot decide the factor: from 2 to 3 no recorded');
  });

  it('prefers the least cost where it is asked to, and says how many settings were priced', async () => {
    const args = ['--limit', '200000', '--vary', 'window=150000:200000:10000'];
    const cost = await capture(['tune', ...RECORDED, ...GUARD, ...args, '--prefer', 'cost']);
    expect(cost.code).toBe(0);
    expect(cost.out).toMatch(
      /then a cost within 1 % of the least, what runs today first; .+ 6 of 6 settings can be set within the limit.*: \d replayed for their cost\./,
    );
    const { out } = await capture(['tune', ...RECORDED, ...GUARD, ...args]);
    expect(out).toContain('then the fewest compactions.');
    expect(out).not.toContain('within 1 %');
    expect((await capture(['tune', ...RECORDED, '--prefer', 'room'])).code).toBe(2);
  });

  it('records what the check then holds, and what breaks when a session joins', async () => {
    const yaml = join(folder, 'highwater.yaml');
    const axes = ['--vary', 'window=180000:200000:10000', '--limit', '200000'];
    const [quiet = '', refused = ''] = RECORDED;
    const recorded = await capture(['tune', quiet, ...axes, '--record', yaml]);
    expect(recorded.code).toBe(0);
    const text = readFileSync(yaml, 'utf8');
    expect(text).toContain('expect: recommendation');
    const held = await capture(['check', yaml, quiet]);
    expect([held.out, held.code]).toEqual([expect.stringContaining('all hold'), 0]);
    // A recorded refusal that no setting prevents joins: nothing is recommended any more.
    const joined = await capture(['check', yaml, quiet, refused]);
    expect(joined.code).toBe(1);
    expect(joined.out).toMatch(/✗ all sessions: recommendation window 200,000 .+\n +No setting /);
    const again = await capture(['tune', quiet, ...axes, '--record', yaml]);
    expect(again.code).toBe(3);
    expect(again.messages).toContain('it is there already');
  });

  it.each([
    [['--vary', 'gap=1:2:1'], 'has no setting "gap"'],
    [['--policy', 'guard'], 'There is no policy "guard"'],
    [['--vary', 'window=9:1:1'], 'There is no range from 9 to 1 by 1.'],
  ])('refuses %j', async (args, message) => {
    const { code, messages } = await capture(['tune', ...RECORDED, ...GUARD, ...args]);
    expect(code).toBe(2);
    expect(messages).toContain(message);
  });

  it('wants a trace', async () => {
    expect((await capture(['tune'])).code).toBe(2);
    const { code, messages } = await capture(['tune', folder]);
    expect(code).toBe(3);
    expect(messages).not.toBe('');
  });
});
