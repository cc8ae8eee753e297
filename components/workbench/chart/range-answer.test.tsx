import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleSessions } from '@/lib/readers/importers/testing/every-session';
import { WorkbenchProvider, type Workbench } from '../state/use-workbench';
import { StepsTable } from '../tabs/steps-table';
import { openedPage } from '../testing/opened-page';
import { MarkedSteps } from './marked-steps';
import { RangeAnswer } from './range-answer';
import { chartScales } from '@/components/charts/context-chart';

beforeAll(() => void vi.stubGlobal('window', { location: { search: '' } }));
afterAll(() => vi.unstubAllGlobals());

function opened(query: string): Workbench {
  const sample = sampleSessions().find(({ name }) => name === 'kubernetes-agent.json');
  if (sample === undefined) throw new Error('The sample is gone');
  return openedPage(sample, query);
}

function drawn(bench: Workbench): string {
  const { range } = bench.store.frame();
  const size = { places: null, bottom: 0, top: 200_000, width: 900, height: 400 };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WorkbenchProvider value={bench}>
        <RangeAnswer />
        <MarkedSteps scales={chartScales({ range, ...size, below: 0, lanes: 'recorded' })} />
        <StepsTable />
      </WorkbenchProvider>
    </QueryClientProvider>,
  );
}

const textOf = (markup: string, side: string): string =>
  new RegExp(`data-range-of="${side}">(.*?)</span>`).exec(markup)?.[1] ?? '';

describe('marked steps', () => {
  it('are told without a zoom: recorded, and beside it the what-if', () => {
    const bench = opened('?marked=75-76');
    const recorded = drawn(bench);
    expect(recorded).toContain('aria-label="Marked range" data-range="75-76"');
    // Step 75 had 177,366; at 76 the program compacted 183,786 away.
    expect(textOf(recorded, 'recorded')).toBe('recorded +6,420 · 1 compaction');
    expect(textOf(recorded, 'what-if')).toBe('');
    bench.store.set({ window: 187_500 });
    const both = drawn(bench);
    expect(textOf(both, 'recorded')).toBe('recorded +6,420 · 1 compaction');
    expect(textOf(both, 'what-if')).toMatch(/^what-if \+[\d,]+ · no compaction$/);
    expect(bench.store.frame().range).toEqual({ from: 0, to: 245 });
  });

  it('are shaded on the plot as far as it shows them', () => {
    expect(drawn(opened(''))).not.toContain('data-marked');
    const left = (query: string): number =>
      Number(/data-marked="" [^>]*style="left:([\d.]+)px/.exec(drawn(opened(query)))?.[1]);
    expect(left('?marked=100-200')).toBeGreaterThan(300);
    expect(left('?marked=100-200&range=150-240')).toBeLessThan(100);
    expect(drawn(opened('?marked=0-20&range=150-240'))).not.toMatch(/data-marked="" [^>]*left/);
  });

  it('outside of a zoom give way to the shown steps once unmarked', () => {
    const bench = opened('?marked=10-20&range=150-240');
    expect(drawn(bench)).toContain('data-range="10-20"');
    bench.store.mark(null);
    expect(drawn(bench)).toContain('aria-label="Shown range" data-range="150-240"');
  });
});

it('a what-if has the recording’s columns beside its own', () => {
  const bench = opened('?step=62');
  expect(drawn(bench)).not.toContain('recorded real');
  bench.store.set({ window: 187_500 });
  expect(drawn(bench)).toMatch(/role="columnheader"[^>]*>.{0,200}recorded real/s);
});
