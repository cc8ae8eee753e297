import { expect, it } from 'vitest';
import { provenanceOf } from '@/lib/engine/policy/policy';
import { contextGuardThreshold } from './threshold';
import { v1_1_0 } from './versions';

/** Constants of the code, which no option sets. */
const constants = Object.keys(v1_1_0).filter(
  (name) => name !== 'attempts',
) as (keyof typeof v1_1_0)[];

it('no preset with constants of our own is called exact', () => {
  const ours = contextGuardThreshold.presets
    .filter(({ settings, provenance }) => {
      // A version says its commit; the others are today's code.
      if (provenance?.basis === 'exact') return false;
      return constants.some(
        (name) => settings[name] !== undefined && settings[name] !== v1_1_0[name],
      );
    })
    .map((preset) => [preset.id, provenanceOf(contextGuardThreshold, preset).basis]);
  expect(ours).toEqual([['conservative', 'ours']]);
});
