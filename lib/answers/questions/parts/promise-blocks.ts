/** What is told of promises: the tally, and of each what changed, its figures, and who scored it. */
import { rowWords } from '@/lib/analysis/fit/opened/corpus-rows';
import {
  counted,
  formatDollars,
  formatFixed,
  formatInteger,
  formatPercent,
} from '@/lib/engine/base/format';
import { findPolicy } from '@/lib/policies/registry';
import type { Interval } from '@/lib/tuning/recommend/intervals';
import { placeWords } from '@/lib/tuning/recommend/setting-words';
import { sentence, type Block } from '../../model/block';
import type { SettingsPromise } from '../../report/promises/schema';
import type { PromiseChanges, PromiseFigure } from '../../report/promises/score-promise';
import { tallyWords, type ScoredPromise } from './kept-promises';

const labels: Readonly<Record<PromiseFigure['id'], string>> = {
  overflow: 'repositories with an overflow',
  compactions: 'compactions per 100 steps',
  cost: 'cost of a session',
};

/** The tally, and each promise with its figures. */
export function promiseBlocks(scored: readonly ScoredPromise[]): readonly Block[] {
  const tally = tallyWords(scored);
  return [
    { ...sentence([tally ?? 'No promise was made.']), lead: true } as Block,
    ...scored.flatMap((one) => [
      sentence([standingWords(one)]),
      ...(one.figures.length === 0 ? [] : [figureTable(one.figures)]),
    ]),
  ];
}

/** Who was promised what, and what came of it; what changed besides the settings stands first. */
export function standingWords(scored: ScoredPromise): string {
  const { promise, later, groups, otherwise, changes, standing } = scored;
  const name = `${rowWords({ ...promise, own: true })}: ${settingWords(promise)}`;
  const others =
    otherwise === 0
      ? ''
      : ` ${counted(otherwise, 'later session')} ran under other settings and ${otherwise === 1 ? 'says' : 'say'} nothing of it.`;
  if (standing === 'waiting') return `${name}: waits for later recordings.${others}`;
  const changed = changeWords(scored.promise.policy, changes);
  const reason = changed === '' ? '' : ` Changed since: ${changed}.`;
  const by = `${counted(later, 'later session')} of ${counted(groups, 'repository', 'repositories')}`;
  const above = scored.figures
    .filter((one) => one.standing === 'above')
    .map(({ id }) => labels[id]);
  const verdict =
    standing === 'kept'
      ? ` Kept in ${by}.`
      : ` Broken in ${by}: ${above.join(', ')} above what was promised.`;
  return `${name}.${reason}${verdict}${others}`;
}

/** "window 175,000, cap 5×": the settings that were swept, in the policy's words. */
const settingWords = ({ policy, settings, swept }: SettingsPromise): string =>
  placeWords(
    {
      ...{ policy, settings, sample: null },
      axes: Object.entries(swept).map(([setting, value]) => ({ setting, values: [value] })),
    },
    Object.keys(swept).map(() => 0),
  );

/** "the model is now gpt-5.4, the prefix 12,000 tokens (was 8,000)"; empty where nothing changed. */
function changeWords(policy: string, { models, preset, prefix }: PromiseChanges): string {
  const version = findPolicy(policy)?.presets.find(({ id }) => id === preset)?.label ?? null;
  return [
    ...(models === null ? [] : [`the model is now ${models.join(', ')}`]),
    ...(version === null ? [] : [`the version is now ${version}`]),
    ...(prefix === null
      ? []
      : [
          `the prefix is now ${formatInteger(Math.round(prefix[1]))} tokens by bytes / 4 (was ${formatInteger(Math.round(prefix[0]))})`,
        ]),
  ].join(', ');
}

const standings: Readonly<Record<PromiseFigure['standing'], string>> = {
  inside: 'inside',
  above: 'above',
  below: 'below',
  unknown: 'of one repository alone, which promises no range',
};

const figureTable = (figures: readonly PromiseFigure[]): Block => ({
  kind: 'table',
  columns: [
    { head: '' },
    { head: 'promised', number: true },
    { head: 'recorded', number: true },
    { head: '95 % range of each' },
    { head: '' },
  ],
  rows: figures.map((one) => [
    labels[one.id],
    valueText(one.id, one.promised),
    valueText(one.id, one.recorded),
    [one.range, one.id === 'cost' ? null : one.recordedRange]
      .flatMap((range) => (range === null ? [] : [rangeText(one.id, range)]))
      .join('; '),
    standings[one.standing],
  ]),
});

const rangeText = (id: PromiseFigure['id'], { low, high }: Interval): string =>
  `${valueText(id, low)} to ${valueText(id, high)}`;

function valueText(id: PromiseFigure['id'], value: number): string {
  if (id === 'cost') return `~${formatDollars(value)}`;
  return id === 'overflow' ? formatPercent(value) : formatFixed(100 * value, 2);
}
