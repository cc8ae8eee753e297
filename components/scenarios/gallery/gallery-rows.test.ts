import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { prepareScenario, scenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { anyScenario, filterOptions } from '../scenario-filter';
import { asExpected, galleryItems } from './gallery-rows';
import { allColumns, defaultGallery, galleryAddress, parseGalleryView } from './gallery-view';

const outcomes = new Map(
  scenarioCatalogue.map(({ id, name, session }) => [
    id,
    scenarioOutcome(prepareScenario(session, name), contextGuardThreshold),
  ]),
);
const find = (id: string) => outcomes.get(id);
const shown = (search: string) => galleryItems(scenarioCatalogue, parseGalleryView(search), find);
const names = (search: string) => shown(search).map(({ scenario }) => scenario.name);

describe('the view', () => {
  it('is read back as it was written', () => {
    for (const search of [
      '',
      '?q=kube+agent&window=8k&family=tools',
      '?outcome=loop&policy=none&sort=-compactions',
      '?source=singleshot&note=differs&sort=name',
    ]) {
      expect(galleryAddress(parseGalleryView(search))).toBe(`/scenarios${search}`);
    }
  });

  it('leaves out what it does not know', () => {
    const odd = '?window=9k&family=x&outcome=y&policy=wizard&sort=-z&note=n&source=s';
    expect(parseGalleryView(odd)).toEqual(defaultGallery);
  });

  it('has every policy and preset', () => {
    expect(allColumns.map(({ key }) => key)).toContain('contextguard-threshold~conservative');
  });
});

describe('the rows', () => {
  it('are all scenarios in the order of the documents', () => {
    expect(shown('')).toHaveLength(scenarioCatalogue.length);
    expect(names('')[0]).toBe('200k_NormalConversation');
  });

  it('are filtered by outcome, window, family, notes and words', () => {
    expect(names('?outcome=loop&source=stress')).toEqual([
      '8k_HeavyToolDefinitions',
      'CompactionNoInfiniteLoop',
    ]);
    expect(names('?note=limitation')).toEqual(['8k_NoUsageMetadata_BeyondDefault']);
    expect(names('?q=prometheus&window=4k')).toEqual(['4k_MixedDebug', 'mixed-debug / 4k ctx']);
    expect(names('?q=WIZARD')).toEqual([]);
    for (const { scenario } of shown('?family=inline+data&window=200k')) {
      expect(scenario).toMatchObject({ family: 'inline data', window: 200_000 });
    }
  });

  it('have choices for each filter that all hold something', () => {
    for (const [name, choices] of Object.entries(filterOptions)) {
      for (const [value] of choices) {
        const filter = { ...anyScenario, [name]: value };
        const items = galleryItems(scenarioCatalogue, { ...defaultGallery, filter }, find);
        expect(items.length, `${name}=${value}`).toBeGreaterThan(0);
      }
    }
  });

  it('sort downwards and upwards, what is not computed last', () => {
    const down = shown('?sort=-compactions').map(({ outcome }) => outcome?.compactions);
    expect(down).toEqual(down.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
    expect(down[0]).toBe(40);
    const view = parseGalleryView('?sort=peak');
    const partly = galleryItems(scenarioCatalogue, view, (id) =>
      id.startsWith('stress/') ? find(id) : undefined,
    );
    const known = partly.map(({ outcome }) => outcome !== undefined);
    expect(known.lastIndexOf(true)).toBeLessThan(known.indexOf(false));
  });

  it('match the expectation under the reference, every one', () => {
    for (const { scenario, outcome } of shown('')) {
      expect(outcome && asExpected(outcome, scenario.expected), scenario.id).toBe(true);
    }
    const [first] = shown('');
    if (!first?.outcome) throw new Error('no outcome');
    const more = { ...first.outcome, compactions: first.outcome.compactions + 1 };
    expect(asExpected(more, first.scenario.expected)).toBe(false);
  });
});
