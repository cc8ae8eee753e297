import { formatFixed, formatPercent } from '@/lib/engine/base/format';
import type { AddedCategory, AddedScript } from './added-steps';
import type { Part, PartScore } from './part-score';

const scriptLabels: Readonly<Record<AddedScript, string>> = {
  latin: 'Latin',
  cjk: 'CJK',
  other: 'other scripts',
  mixed: 'mixed scripts',
};

const categoryLabels: Readonly<Record<AddedCategory, string>> = {
  user: 'user text',
  context: 'agent’s own context',
  model: 'model text',
  thought: 'thinking',
  call: 'calls',
  response: 'tool results',
  inline: 'images',
  mixed: 'mixed kinds',
};

/** What the steps of a row added, in words. */
export const partLabel = ({ by, of }: Part): string =>
  by === 'script' ? scriptLabels[of as AddedScript] : categoryLabels[of as AddedCategory];

/** "0.98"; "–" without a value. */
export const ratioText = (ratio: number): string =>
  Number.isFinite(ratio) ? formatFixed(ratio, 2) : '–';

/** "0.91 to 1.04"; says so where there are too few steps. */
export const intervalText = ({ interval }: Pick<PartScore, 'interval'>): string =>
  interval === null ? 'n < 6' : `${ratioText(interval[0])} to ${ratioText(interval[1])}`;

/** "12 %" and "4 % to 30 %". */
export const underTexts = ({
  under,
  underInterval: [low, high],
}: Pick<PartScore, 'under' | 'underInterval'>): readonly [string, string] => [
  formatPercent(under),
  `${formatPercent(low)} to ${formatPercent(high)}`,
];

/** The rule by which a step belongs to a row. */
export const ADDED_RULE =
  'A step is of the script, or the kind, that has two thirds of what it added to the request before it: of its characters (ASCII counts as Latin; symbols and emoji as none), or of its heuristic tokens, an image at 1,600. 95 % intervals take steps as independent of each other; of a median by ranks, of a share by Wilson.';

/** In place of the rows by script. */
export const NO_SCRIPTS =
  'Scripts are not available: the session holds sizes in place of text, without counts of characters.';
