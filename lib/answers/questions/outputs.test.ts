import { expect, it } from 'vitest';
import { capture } from '@/lib/cli/testing/captured-io';

const sample = (name: string): string => `public/samples/${name}.json`;

interface Tally {
  readonly compactions: number;
  readonly overflows: number;
}

interface Printed {
  readonly sessions: readonly {
    readonly changes: readonly {
      readonly tool: string | null;
      readonly entry: number | null;
      readonly tokens: number;
      readonly net: { readonly before: Tally; readonly after: Tally };
    }[];
  }[];
}

it('adds sessions up under the cap that helps most', async () => {
  const files = [sample('production-incident'), sample('timing-gap'), sample('cjk-emoji')];
  const { out } = await capture(['outputs', ...files]);
  const { out: json } = await capture(['outputs', ...files, '--json']);
  const { sessions } = JSON.parse(json) as Printed;
  const capped = sessions.flatMap(({ changes }) =>
    changes.filter((one) => one.tool === null && one.entry === null && one.tokens === 4_000),
  );
  // The incident's refusal and the gap's compaction; nothing of the third is as large.
  expect(capped.map(({ net }) => [net.before.overflows, net.after.overflows])).toEqual([
    [1, 0],
    [0, 0],
  ]);
  expect(out).toMatch(
    /3 sessions together: with every tool result at most 4,000 tokens: overflows 1 → 0, compactions (\d+) → (\d+)/,
  );
});
