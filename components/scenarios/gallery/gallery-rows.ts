import { sortedBy } from '@/lib/engine/base/sorted-by';
import type { ExpectedOutcome, CatalogueScenario } from '@/lib/readers/scenarios/catalogue';
import type { Outcome } from '@/lib/worker/outcome-messages';
import { filterScenarios } from '../scenario-filter';
import type { GalleryColumn, GalleryView } from './gallery-view';

/** A scenario and its outcome under the chosen policy; undefined while it is computed. */
export interface GalleryItem {
  readonly scenario: CatalogueScenario;
  readonly outcome: Outcome | undefined;
}

/** True if the outcome equals every expected count. */
export function asExpected(outcome: Outcome, expected: ExpectedOutcome): boolean {
  return (
    outcome.compactions === expected.compactions &&
    outcome.overflowSteps === expected.overflowSteps &&
    outcome.loop === expected.loop
  );
}

const usageOrder = { always: 0, sometimes: 1, never: 2 } as const;

/** Sort key of a column; undefined comes last. */
const sortValues: Readonly<
  Record<GalleryColumn, (item: GalleryItem) => string | number | undefined>
> = {
  name: ({ scenario }) => scenario.name.toLowerCase(),
  family: ({ scenario }) => scenario.family,
  window: ({ scenario }) => scenario.window,
  turns: ({ scenario }) => scenario.turns,
  ratio: ({ scenario }) => Math.max(...scenario.ratios),
  usage: ({ scenario }) => usageOrder[scenario.usage],
  compactions: ({ outcome }) => outcome?.compactions,
  overflow: ({ outcome }) => outcome?.overflowSteps,
  peak: ({ outcome }) => (outcome ? outcome.peak / Math.max(1, outcome.limit) : undefined),
};

/** The scenarios of a view in its order; equal ones keep the documents' order. */
export function galleryItems(
  scenarios: readonly CatalogueScenario[],
  { filter, outcome: kind, sort }: GalleryView,
  find: (id: string) => Outcome | undefined,
): readonly GalleryItem[] {
  const items = filterScenarios(scenarios, filter)
    .map((scenario) => ({ scenario, outcome: find(scenario.id) }))
    .filter(({ outcome }) => kind === '' || outcome?.kind === kind);
  return sort ? sortedBy(items, sortValues[sort.column], sort) : items;
}
