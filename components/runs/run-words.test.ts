import { expect, it } from 'vitest';
import { readCompareView } from '@/components/compare/state/compare-view';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { comparedAddress, workbenchAddress } from './run-words';

const question = {
  policy: 'contextguard-threshold',
  preset: null,
  settings: { window: 200_000, cap: 7.5 },
  faults: ['usage-stops@3'],
  prefixTokens: 0,
  limit: 200_000,
  numbers: '',
};
const searchOf = (address: string): string => address.slice(address.indexOf('?'));

it('a run leads to Compare, beside the session as it opens today', () => {
  const address = comparedAddress('ckx41abc0', question);
  expect(address).toMatch(/^\/compare\?/);
  const { view, notices } = readCompareView(searchOf(address));
  expect(notices).toEqual([]);
  expect(view.lanes).toEqual([
    `ckx41abc0:${OWN_POLICY}`,
    'ckx41abc0:contextguard-threshold:window=200000,cap=7.5,fault=usage-stops@3',
  ]);
});

it('a run leads to the workbench with its settings and faults', () => {
  const address = workbenchAddress('ckx41abc0', question);
  expect(address).toMatch(/^\/sessions\/ckx41abc0\?/);
  expect([...new URLSearchParams(searchOf(address))]).toEqual([
    ['policy', 'contextguard-threshold'],
    ['window', '200000'],
    ['cap', '7.5'],
    ['fault', 'usage-stops@3'],
  ]);
});
