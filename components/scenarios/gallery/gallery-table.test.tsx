import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { findPolicy } from '@/lib/policies/registry';
import { prepareScenario, scenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { GalleryTable } from './gallery-table';

/** Markup of a scenario's row under the reference, or without compaction. */
function rowOf(name: string, id = 'contextguard-threshold'): string {
  const scenario = scenarioCatalogue.find((one) => one.name === name);
  const policy = findPolicy(id);
  if (scenario === undefined || policy === undefined) throw new Error(`No ${name}, ${id}`);
  return renderToStaticMarkup(
    <GalleryTable
      items={[
        { scenario, outcome: scenarioOutcome(prepareScenario(scenario.session, name), policy) },
      ]}
      isJudged={id === 'contextguard-threshold'}
      sort={null}
      opening={null}
      describedBy="about"
      onSort={() => undefined}
      onOpen={() => undefined}
    />,
  );
}

/** Text of a cell of the row. */
const cellOf = (row: string, column: string): string =>
  (new RegExp(`<td[^>]*data-cell="${column}"[^>]*>(.*?)</td>`).exec(row)?.[1] ?? '')
    .replaceAll(/<[^>]+>/g, '')
    .trim();

describe('a row of the gallery', () => {
  it.each([
    ['8k_HeavyToolDefinitions', 'loop', '40', '0'],
    ['200k_NormalConversation', 'never fires', '0', '0'],
    ['SummarizerAlwaysFails', 'overflow', '34', '16'],
  ])('%s: %s, %s compactions, %s overflows, as is expected', (name, ...cells) => {
    const row = rowOf(name);
    const shown = ['outcome', 'compactions', 'overflow'].map((column) => cellOf(row, column));
    expect(shown).toEqual(cells);
    expect(cellOf(row, 'expected')).toBe('✓ matches');
  });

  it('has no expectation under another policy', () => {
    const row = rowOf('8k_HeavyToolDefinitions', 'none');
    expect(['outcome', 'overflow', 'expected'].map((column) => cellOf(row, column))).toEqual([
      'overflow',
      '35',
      '–',
    ]);
  });

  it('says the known limitation, and offers what its documents say', () => {
    const limited = rowOf('8k_NoUsageMetadata_BeyondDefault');
    expect(limited).toContain('known limitation');
    expect(limited).toContain('the policy cannot learn the real ratio');
    expect(rowOf('200k_LateUsageMetadata, part 2 of 2')).toMatch(/document differs<\/button>/);
    expect(rowOf('200k_NormalConversation')).toMatch(/validates<\/button>/);
  });
});
