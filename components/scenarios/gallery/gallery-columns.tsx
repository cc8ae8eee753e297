import { ChevronRight } from 'lucide-react';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { Term } from '@/components/ui/tooltip';
import { counted, formatFixed, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { holds, type CatalogueScenario } from '@/lib/readers/scenarios/catalogue';
import { definitionsOf } from '@/lib/analysis/explain/outcome/loop-watch';
import { outcomeSentence, OutcomeWord } from '../outcome-mark';
import { OutcomeSpark, SparkGap } from '../outcome-spark';
import { sourceNames, windowName } from '../scenario-filter';
import { asExpected, type GalleryItem } from './gallery-rows';

/** Columns visible at every width; a note may span no more. */
const NOTE_COLUMNS = 7;
const usageWords = { always: 'reported', sometimes: 'now and then', never: 'none' } as const;

/** A scenario of the gallery, and the state of its row. */
export interface GalleryLine extends GalleryItem {
  /** True if the expectation is about the chosen policy. */
  readonly isJudged: boolean;
  /** True for the row that the tab key stops at. */
  readonly isReachable: boolean;
  readonly isOpening: boolean;
  /** True where what its documents say is unfolded. */
  readonly isNoted: boolean;
}

/** What the names of the gallery do. */
interface NameActions {
  /** Id of the element that describes opening. */
  readonly describedBy: string;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onNoted: (id: string) => void;
}

/** The columns in order, with widths; narrow windows omit some. */
export const galleryColumns = (actions: NameActions): readonly Column<GalleryLine>[] => [
  {
    id: 'real, heuristic, threshold',
    about: 'Real tokens (solid), heuristic (dotted), threshold (dashed), limit (thin)',
    className: 'pl-4 max-md:hidden',
    headClass: 'w-[172px]',
    cellClass: 'py-1',
    cell: ({ outcome }) =>
      outcome?.spark ? <OutcomeSpark spark={outcome.spark} limit={outcome.limit} /> : <SparkGap />,
  },
  {
    id: 'name',
    head: 'scenario',
    about: 'Name, and its tools in words',
    sortable: true,
    className: 'max-md:sticky max-md:left-0 max-md:z-[1]',
    headClass: 'max-md:w-[13rem] max-md:bg-bg',
    cellClass: 'py-1 max-md:bg-inherit',
    cell: (line) => <Name line={line} {...actions} />,
  },
  {
    id: 'family',
    about: 'Property under test',
    sortable: true,
    className: 'max-xl:hidden',
    headClass: 'w-28',
    cellClass: 'truncate text-ink2',
    cell: ({ scenario }) => scenario.family,
  },
  figureColumn('window', ({ scenario }) => windowName(scenario.window), {
    about: 'Context window in tokens: the limit',
    sortable: true,
    headClass: 'w-20 max-lg:w-16',
    attributes: ({ scenario }) => ({ title: `${formatInteger(scenario.window)} tokens` }),
  }),
  figureColumn('turns', Turns, {
    about: 'Turns, and steps they take',
    sortable: true,
    className: 'max-lg:hidden',
    headClass: 'w-20',
  }),
  figureColumn(
    'ratio',
    ({ scenario }) => scenario.ratios.map((ratio) => formatFixed(ratio, 1)).join(', '),
    {
      about: 'Real tokens for each heuristic token',
      sortable: true,
      className: 'max-xl:hidden',
      headClass: 'w-20',
    },
  ),
  {
    id: 'usage',
    about: 'Usage reported by the provider',
    sortable: true,
    className: 'pl-5 max-[1360px]:hidden',
    headClass: 'w-24',
    cellClass: ({ scenario }) => (scenario.usage === 'always' ? 'text-ink3' : ''),
    cell: ({ scenario }) => usageWords[scenario.usage],
  },
  {
    id: 'outcome',
    about: 'Outcome under the chosen policy',
    headClass: 'w-28 max-lg:w-24',
    cellClass: 'whitespace-nowrap',
    attributes: () => ({ 'data-cell': 'outcome' }),
    cell: OutcomeText,
  },
  figureColumn(
    'compactions',
    ({ outcome }) => <Count value={outcome?.compactions} bad={outcome?.loop === true} />,
    {
      head: 'comp.',
      about: 'Compactions',
      sortable: true,
      headClass: 'w-16 max-lg:w-14',
      attributes: () => ({ 'data-cell': 'compactions' }),
    },
  ),
  figureColumn(
    'overflow',
    ({ outcome }) => <Count value={outcome?.overflowSteps} bad={outcome?.kind === 'overflow'} />,
    {
      about: 'Steps whose request is larger than the limit',
      sortable: true,
      headClass: 'w-20 max-lg:w-18',
      attributes: () => ({ 'data-cell': 'overflow' }),
    },
  ),
  figureColumn('peak', Peak, {
    about: 'Largest request sent, in percent of the limit',
    sortable: true,
    className: 'max-lg:hidden',
    headClass: 'w-18',
    cellClass: 'text-ink2',
    attributes: () => ({ 'data-cell': 'peak' }),
  }),
  {
    id: 'as expected',
    about: 'Same outcome as the reference',
    className: 'pr-4 pl-5 max-lg:pl-2',
    headClass: 'w-28 max-lg:w-24',
    cellClass: 'whitespace-nowrap',
    attributes: () => ({ 'data-cell': 'expected' }),
    cell: Expected,
  },
];

/** What stands below a scenario: its known limitation, and what its documents say where that is unfolded. */
export const linesBelow = ({ scenario, isNoted }: GalleryLine) => (
  <>
    {scenario.limitation === null ? null : (
      <tr>
        <td colSpan={NOTE_COLUMNS} className="px-4 py-1.5 text-sm text-ink2">
          <span className="font-medium text-ink">Known limitation.</span> {scenario.limitation}
        </td>
      </tr>
    )}
    {isNoted ? <Notes id={noteId(scenario.id)} scenario={scenario} /> : null}
  </>
);

const Turns = ({ scenario: { turns, steps } }: GalleryLine) => (
  <>
    {formatInteger(turns)} <span className="text-ink3">· {formatInteger(steps)}</span>
  </>
);

const OutcomeText = ({ outcome, isReachable }: GalleryLine) =>
  outcome ? (
    <Term
      text={[outcomeSentence(outcome), ...definitionsOf(outcome.findings)].join('. ')}
      tabIndex={isReachable ? 0 : -1}
    >
      <OutcomeWord kind={outcome.kind} />
    </Term>
  ) : (
    <span className="text-ink3">…</span>
  );

const Peak = ({ outcome }: GalleryLine) =>
  outcome ? (
    <span title={`${formatInteger(outcome.peak)} of ${formatInteger(outcome.limit)} tokens`}>
      {formatPercent(outcome.peak / Math.max(1, outcome.limit))}
    </span>
  ) : null;

/** Name of what can be unfolded below a row; null for nothing. */
function notesName({ differs, validates }: CatalogueScenario): string | null {
  if (differs.length > 0) return 'document differs';
  return validates === null ? null : 'validates';
}

const noteId = (id: string): string => `note-${id.replace('/', '-')}`;

function Name(props: NameActions & { readonly line: GalleryLine }) {
  const { line, describedBy, onNoted, onFocus, onOpen } = props;
  const { isReachable, isOpening, isNoted } = line;
  const { id, name, words, source, limitation } = line.scenario;
  const notes = notesName(line.scenario);
  return (
    <>
      <div className="flex min-w-0 items-baseline gap-2">
        <button
          type="button"
          data-open
          tabIndex={isReachable ? 0 : -1}
          onFocus={() => onFocus(id)}
          onClick={() => onOpen(id)}
          title={name}
          aria-describedby={describedBy}
          className="min-w-0 text-left font-medium wrap-anywhere hover:text-accent"
        >
          {name}
        </button>
        {isOpening ? <span className="text-sm text-ink3">opening…</span> : null}
        {limitation === null ? null : (
          <span className="rounded border border-threshold/50 px-1 text-xs whitespace-nowrap text-threshold">
            known limitation
          </span>
        )}
      </div>
      <div className="flex min-w-0 items-center gap-2 text-sm">
        <p className="truncate text-ink2" title={words}>
          {words}
          <span className="text-ink3"> · {sourceNames[source]}</span>
        </p>
        {notes === null ? null : (
          <button
            type="button"
            aria-expanded={isNoted}
            aria-controls={noteId(id)}
            onClick={() => onNoted(id)}
            className="inline-flex min-h-6 shrink-0 items-center whitespace-nowrap text-ink2 hover:text-ink"
          >
            <ChevronRight size={11} aria-hidden="true" className={isNoted ? 'rotate-90' : ''} />
            {notes}
          </button>
        )}
      </div>
    </>
  );
}

function Count(props: {
  readonly value: number | undefined;
  /** True if the note explains a bad outcome. */
  readonly bad: boolean;
}) {
  const { value, bad } = props;
  if (value === undefined) return null;
  const look = bad ? 'font-medium text-overflow' : value === 0 ? 'text-ink3' : '';
  return <span className={look}>{formatInteger(value)}</span>;
}

function Expected({ scenario, outcome, isJudged, isReachable }: GalleryLine) {
  const { expected } = scenario;
  const words = `Reference: ${expected.compactions} compactions, ${expected.overflowSteps} overflows${expected.loop ? ', loop' : ''}`;
  const same = outcome === undefined || !isJudged ? null : asExpected(outcome, expected);
  const [said, look] =
    same === null
      ? ['–', 'text-ink3']
      : same
        ? ['✓ matches', 'text-good']
        : ['≠ differs', 'font-medium text-overflow'];
  return (
    <Term text={words} tabIndex={isReachable ? 0 : -1} className={look}>
      {said}
    </Term>
  );
}

function Notes({ id, scenario }: { readonly id: string; readonly scenario: CatalogueScenario }) {
  const { differs } = scenario;
  return (
    <tr id={id}>
      <td colSpan={NOTE_COLUMNS} className="px-4 py-2 text-sm">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Validates scenario={scenario} />
          {differs.map(({ what, document, vectors, reason }) => (
            <div key={`${what} ${vectors}`} className="contents">
              <dt className="text-ink3">{what}</dt>
              <dd>
                The document says {document}; the vectors have {vectors}.{' '}
                <span className="text-ink2">{reason}</span>
              </dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}

/** The test's purpose in its document's words, and whether its outcome under the reference fits it. */
function Validates({ scenario }: { readonly scenario: CatalogueScenario }) {
  const { validates, expected } = scenario;
  if (validates === null) return null;
  const { compactions, overflowSteps, loop } = expected;
  const outcome = `${counted(compactions, 'compaction')}, ${counted(overflowSteps, 'overflow')}${loop ? ', a loop' : ''}`;
  const fits = holds(validates, expected);
  return (
    <div className="contents">
      <dt className="text-ink3">validates</dt>
      <dd>
        “{validates.words}” <span className="text-ink2">(todos-and-proposals.md)</span>{' '}
        <span className={fits ? 'text-ink2' : 'text-overflow'}>
          {fits ? 'It does' : 'It does not'}: {outcome}.
        </span>
      </dd>
    </div>
  );
}
