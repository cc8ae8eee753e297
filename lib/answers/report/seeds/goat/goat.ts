/** Goat's compaction: its budget, its split, and the points in which its document and its code differ. */
import { firstWhere } from '@/lib/engine/base/search';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { figure, said, type Figure, type PartFigures, type SeedFigures } from '../figure';
import { goatTotals, messages, replayGoat, type GoatVariant } from './goat-runs';

const RESERVE = 16_384;

/** Heuristic tokens of a request's system prompt and messages (their 4 each included), and its window. */
interface GoatRequest {
  readonly window: number;
  readonly system: number;
  readonly messages: number;
}

const requests: readonly GoatRequest[] = [
  { window: 200_000, system: 4_000, messages: 90_000 },
  { window: 200_000, system: 4_000, messages: 140_000 },
  { window: 200_000, system: 4_000, messages: 150_000 },
  { window: 1_000_000, system: 4_000, messages: 150_000 },
  { window: 16_000, system: 500, messages: 1_000 },
];

/** Available and utilisation of a request, by the document and by the code. */
export function goatBudget({ window, system, messages: sent }: GoatRequest) {
  return {
    available: window - system - sent - RESERVE,
    documented: sent / (window - system - RESERVE),
    coded: (system + sent + RESERVE) / window,
  };
}

function budgetCells(request: GoatRequest): readonly Figure[] {
  const { window, system, messages: sent } = request;
  const { available, documented, coded } = goatBudget(request);
  const session = messages([sent - 4], system);
  const fires = (variant: GoatVariant): Figure =>
    figure(reaches(replayGoat(variant, session, { window }), 0));
  return [
    figure(window),
    figure(system),
    figure(sent),
    figure(available, 'tokens', available < 0 ? { bad: true } : {}),
    figure(documented, 'percent'),
    fires('documented'),
    figure(coded, 'percent'),
    fires('coded'),
  ];
}

/** The 14 messages of the document's picture: equal sizes, in a window that they fill. */
function split(): PartFigures {
  const picture = messages(Array.from({ length: 14 }, () => 10));
  const covered = (variant: GoatVariant, window: number): number =>
    replayGoat(variant, picture, { window, reserve: 0 }).columns.covered[0] ?? 0;
  return {
    rows: [
      [
        figure(covered('documented', 200), 'count', said('[9]', 9)),
        figure('14 − trunc(14 × 0.4): messages 0 to 8 are summarised, 9 to 13 stay'),
      ],
      [
        figure(14 - covered('documented', 200), 'count'),
        figure('5 of 14 are 36 %; the picture’s heading says 20 messages and draws 14'),
      ],
      [
        figure(covered('coded', 200), 'count'),
        figure('what fits into trunc(200 × 0.4) = 80 tokens from the end: 5 × 14 = 70'),
      ],
      [
        figure(covered('coded', 230), 'count'),
        figure('trunc(230 × 0.4) = 92: the split moves with the window, not with the messages'),
      ],
    ],
  };
}

/** Message tokens above which a variant fires, with a system prompt of 4,000 in a window of 200,000. */
export const firesAbove = (variant: GoatVariant): number =>
  firstWhere(4, 200_000, (count) =>
    reaches(replayGoat(variant, messages([count - 4], 4_000), {}), 0),
  ) - 1;

/** Eight messages whose newest is large: what stays depends on how it is counted. */
const UNEVEN = [99, 99, 99, 99, 99, 99, 99, 350];

const replayUneven = (variant: GoatVariant, script?: readonly ScriptedSummary[]) =>
  replayGoat(variant, messages(UNEVEN), { window: 1_000, reserve: 0 }, script).columns;

/** Messages that stay of the uneven eight. */
const keptOf = (variant: GoatVariant): number =>
  UNEVEN.length - (replayUneven(variant).covered[0] ?? 0);

/** Contents in front of the kept messages: the summary, and what acknowledges it. */
const leadOf = (variant: GoatVariant): number =>
  (replayUneven(variant).contentsSent[0] ?? 0) - keptOf(variant);

/** Bytes that replace the head where the summariser fails. */
const placeholderOf = (variant: GoatVariant): number =>
  replayUneven(variant, [{ fail: true }]).summaryBytes[0] ?? 0;

/** Evidence of each point: of the document's variant, of the code's, and what it is. */
function differences(): PartFigures {
  const both = (of: (variant: GoatVariant) => number, unit: 'tokens' | 'count' | 'bytes') =>
    [figure(of('documented'), unit), figure(of('coded'), unit)] as const;
  const [documented, coded] = [goatTotals('documented'), goatTotals('coded')];
  const counts = (of: 'orphaned' | 'idle') =>
    [figure(documented[of], 'count'), figure(coded[of], 'count', { bad: coded[of] > 0 })] as const;
  const rows: readonly (readonly [Figure, Figure, string])[] = [
    [...both(firesAbove, 'tokens'), 'most message tokens that do not fire, system prompt of 4,000'],
    [...both(keptOf, 'count'), 'kept of eight messages whose newest is large'],
    [...both(leadOf, 'count'), 'messages in front of those that stay'],
    [...both(placeholderOf, 'bytes'), 'bytes in the head’s place after a failure'],
    [...counts('orphaned'), 'sessions of the 92 with a result whose call was cut off'],
    [figure(null), figure(null), 'no recording holds one: not replayed'],
    [...counts('idle'), 'sessions of the 92 in which it fires and changes nothing'],
  ];
  return { rows: rows.map(([before, after, how]) => [before, after, figure(how)]) };
}

/** Figures of the section "Goat". */
export const goatFigures: SeedFigures = {
  'goat-budget': () => ({ rows: requests.map(budgetCells) }),
  'goat-split': split,
  'goat-differences': differences,
};
