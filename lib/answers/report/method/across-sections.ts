/** Section of /method on what the band around a request behind a compaction is made of, and what it is worth. */
import { compactionParts, partNames } from '@/lib/analysis/score/compaction-parts';
import { againstBaseline, heldOut, heldOutTotals } from '@/lib/analysis/score/held-out';
import { measuredParts } from '@/lib/analysis/score/measured-accuracy';
import { signedPercent } from '@/lib/analysis/score/projection-text';
import type { ProjectionTotals } from '@/lib/analysis/score/projection-totals';
import { counted, formatInteger, formatPercent, formatSigned } from '@/lib/engine/base/format';
import { ENOUGH_FAMILIES } from '@/lib/engine/sizes/projection-errors';
import { projectionErrors } from '@/lib/engine/sizes/shipped-errors';
import { numbers, words, type MethodSection } from './section';

const families = new Set(projectionErrors.map(({ family }) => family)).size;

/** n, errors, share inside with its interval, width and interval score. */
const totalsCells = ({ n, signed, absolute, inside, interval, width, score }: ProjectionTotals) => [
  n === 1 ? 'n = 1' : formatInteger(n),
  signedPercent(signed),
  formatPercent(absolute),
  `${formatInteger(inside)} of ${formatInteger(n)}, ${formatPercent(inside / n)}`,
  `${formatPercent(interval[0])} to ${formatPercent(interval[1])}`,
  formatInteger(Math.round(width)),
  formatInteger(Math.round(score)),
];

/** All agents, then each beside the better of two baselines. */
function heldOutRows(): readonly (readonly string[])[] {
  const all = heldOutTotals(projectionErrors);
  return [
    ...(all === null ? [] : [['all', formatInteger(families), ...totalsCells(all), '–']]),
    ...heldOut(projectionErrors).map((one) => {
      const against = againstBaseline(one);
      return [
        one.agent,
        formatInteger(one.families),
        ...totalsCells(one.totals),
        against === null ? 'too few' : formatPercent(against),
      ];
    }),
  ];
}

export const bandSection: MethodSection = {
  id: 'band',
  title: 'The band',
  lead: 'The dashed line is the median of what is known; about 8 of 10 recorded requests are expected inside the band.',
  tables: [
    {
      caption: 'Recorded compactions, each projected and banded without its own family',
      columns: [
        words('agent'),
        ...[
          'families',
          'n',
          'median error',
          'its size',
          'inside',
          '95 % interval',
          'band, tokens',
          'interval score',
          'of the better baseline’s',
        ].map(numbers),
      ],
      rows: heldOutRows(),
    },
    {
      caption:
        'Where their errors come from: tokens projected too high, median (and median of the size)',
      columns: [
        words('agent'),
        numbers('n'),
        ...compactionParts.map((part) => numbers(partNames[part])),
      ],
      rows: measuredParts.map(({ on, n, parts }) => [
        on,
        n === 1 ? 'n = 1' : formatInteger(n),
        ...compactionParts.map((part) => {
          const [signed, size] = parts[part];
          return `${formatSigned(signed)} (${formatInteger(size)})`;
        }),
      ]),
    },
  ],
  assumptions: [
    {
      claim: `Behind a compaction whose sizes are measured the band is what such projections were off by: of an agent with ${ENOUGH_FAMILIES} families its own errors in tokens, of others the errors of all agents as shares.`,
      evidence:
        'CV+: each error was made without its family, and stands around this request projected without that family. Guaranteed for a session like those are 60 %, expected about 80 %. A family is a repository, or a session where one repository has most; the session’s own is left out. The interval score is a band’s width and ten times what lies outside; the baselines are the agent’s median request and the first request with the median growth, with such bands.',
      n: `${counted(projectionErrors.length, 'compaction')} of ${counted(families, 'family', 'families')}`,
      fails: 'A session unlike all of them: another agent, another version, other work.',
    },
    {
      claim:
        'Such a band is not below the prefix and the entries since, and not above the request that was compacted.',
      evidence: 'A compaction puts a summary in the place of entries.',
      n: 'by construction',
      fails: 'A recorded request that grew, which is exempt; a prefix that is known badly.',
    },
    {
      claim:
        'What grows behind it, and what no table measures, varies by density, the summary’s size and what came back, apart from each other: their distances add up as squares.',
      evidence: 'The shares inside the band, below.',
      n: 'the table below',
      fails:
        'Parts that move together: a dense log has a dense summary, so the band is then too narrow.',
    },
  ],
};
