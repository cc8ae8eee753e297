import { describe, expect, it } from 'vitest';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import { none } from '@/lib/policies/highwater/none';
import { byEffect, capEffect, helps, outputCaps } from './output-caps';
import { outputsOf, toolOutputs } from './tool-outputs';

// The printed form of a result has 12 bytes around its text: `map[result:` and `]`.
const session = textSession(`
  limit 40000
  u "go"
  -- 1000
  c read
  r read 79988
  -- 21000
  c read
  + c grep
  r read 39988
  + r grep 19988
  -- 36000
  c grep
  r grep 188
  -- 41000 > 40000
`);

function named() {
  const collector = new ToolNameCollector();
  for (const entry of session.entries) collector.push(entry);
  return collector.finish();
}

const profile = measureSession(session);
const tools = named();
const run = replay(prepare(profile), none, none.settings.parse({}));

describe('tool outputs', () => {
  it('are added up by tool, the largest first', () => {
    expect(toolOutputs(outputsOf(profile, tools), tools)).toEqual([
      { tool: 'read', results: 2, tokens: 30_000, largest: 20_000 },
      { tool: 'grep', results: 2, tokens: 5_050, largest: 5_000 },
    ]);
    expect(toolOutputs(outputsOf(profile, null), null)).toEqual([]);
  });
});

describe('caps of tool outputs', () => {
  const caps = outputCaps(run, tools);
  const capped = (tool: string | null, tokens: number) =>
    caps.find(({ cap }) => cap.entry === null && cap.tool === tool && cap.tokens === tokens);

  it('cut what is larger, and leave entries that another tool’s large result shares', () => {
    expect(capped('read', 16_000)?.cap).toMatchObject({ cut: 1, beside: 0, removed: 4_000 });
    // The second read stands beside a large grep: a cut of the entry would take both.
    expect(capped('read', 4_000)?.cap).toMatchObject({ cut: 1, beside: 1, removed: 16_000 });
    expect(capped(null, 4_000)?.cap).toMatchObject({ cut: 3, beside: 0, removed: 23_000 });
    expect(capped('grep', 4_000)).toBeUndefined();
    expect(caps.find(({ cap }) => cap.entry === 2)?.faults.map(formatFault)).toEqual([
      'truncate@2=200',
    ]);
  });

  it('are replayed, and those that help are ordered by what they save', () => {
    const effects = caps.map((one) => capEffect(run, one, null));
    const best = effects.filter(helps).sort(byEffect);
    expect(best.map(({ net }) => [net.before.overflows, net.after.overflows])).toEqual(
      best.map(() => [1, 0]),
    );
    // The least that leaves the log and still saves the request comes first.
    expect(best[0]).toMatchObject({ tool: 'read', tokens: 16_000, entry: null });
    const small = capEffect(run, { cap: best[0] ?? fail(), faults: [] }, null);
    expect(helps(small)).toBe(false);
  });
});

function fail(): never {
  throw new Error('nothing helps');
}
