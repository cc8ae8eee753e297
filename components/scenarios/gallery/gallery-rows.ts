import type { ExpectedOutcome, LibraryScenario } from '@/lib/scenarios/library';
import type { Outcome } from '@/lib/worker/outcome-messages';
import { filterScenarios } from '../scenario-filter';
import type { GalleryColumn, GalleryView } from './gallery-view';

/** A scenario and what became of it under the policy chosen; undefined while it is computed. */
export interface GalleryItem {
  readonly scenario: LibraryScenario;
  readonly outcome: Outcome | undefined;
}

/** Outcome and expectation are the same in every count that is expected. */
export function asExpected(outcome: Outcome, expected: ExpectedOutcome): boolean {
  return (
    outcome.compactions === expected.compactions &&
    outcome.overflowSteps === expected.overflowSteps &&
    outcome.loop === expected.loop
  );
}

const usageOrder = { always: 0, sometimes: 1, never: 2 } as const;

/** What a column sorts by; undefined comes last. */
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

/** The scenarios of a view in its order; equal ones keep the order of the documents. */
export function galleryItems(
  scenarios: readonly LibraryScenario[],
  { filter, outcome: kind, sort }: GalleryView,
  find: (id: string) => Outcome | undefined,
): readonly GalleryItem[] {
  const items = filterScenarios(scenarios, filter)
    .map((scenario) => ({ scenario, outcome: find(scenario.id) }))
    .filter(({ outcome }) => kind === '' || outcome?.kind === kind);
  if (!sort) return items;
  const value = sortValues[sort.column];
  return items.toSorted((a, b) => compare(value(a), value(b), sort.descending));
}

function compare(
  a: string | number | undefined,
  b: string | number | undefined,
  descending: boolean,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -order : order;
}
