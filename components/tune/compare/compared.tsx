'use client';

import { useMemo } from 'react';
import { proposedSettings } from '../model/proposed';
import { settingsAtValues } from '../state/tune-setup';
import type { TuneView } from '../state/tune-view';
import { nearestCell, shownSums } from '../model/map-view';
import type { Tune } from '../state/use-tune';
import { FrontSection } from './front-section';
import { OptionsSection } from './options-section';
import { PoliciesSection } from './policies-section';

/** Beside the grid: other policies, the costs of the cells, the options. */
export function Compared(props: {
  readonly tune: Tune;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { tune, view, onChange } = props;
  const { setup, sweep, region, map, tried, figure } = tune;
  const choices = useMemo(() => {
    const proposed = proposedSettings(setup, sweep.end);
    const kept = sweep.end?.recommendation?.choice.kind;
    return [
      ...(kept === 'change' || kept === 'patch'
        ? [{ name: 'as proposed', settings: proposed }]
        : []),
      { name: 'as today', settings: setup.today },
      { name: 'as tried', settings: settingsAtValues(setup, tried) },
    ];
  }, [setup, sweep.end, tried]);
  return (
    <div className="max-[1100px]:grid max-[1100px]:grid-cols-2 max-[640px]:grid-cols-1">
      {sweep.sums === null ? null : (
        <PoliciesSection
          setup={setup}
          sums={shownSums(sweep.sums.beside)}
          figure={figure?.beside ?? null}
          onCompare={(compared) => onChange({ compared })}
        />
      )}
      {region === null || map === null ? null : (
        <FrontSection
          region={region}
          map={map}
          chosen={nearestCell(region, tried)}
          figure={figure?.sums ?? null}
        />
      )}
      <div className="min-w-0 max-[1100px]:col-span-full">
        <OptionsSection
          policy={setup.policy}
          choices={choices}
          tab={view.tab}
          onTab={(tab) => onChange({ tab })}
        />
      </div>
    </div>
  );
}
