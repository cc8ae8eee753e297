'use client';

import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Term } from '@/components/ui/tooltip';
import { counted, formatFixed, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { holds, type CatalogueScenario } from '@/lib/readers/scenarios/catalogue';
import type { Outcome } from '@/lib/worker/outcome-messages';
import { definitionsOf } from '@/lib/analysis/explain/outcome/loop-watch';
import { outcomeSentence, OutcomeWord } from '../outcome-mark';
import { OutcomeSpark, SparkGap } from '../outcome-spark';
import { sourceNames, windowName } from '../scenario-filter';
import { asExpected } from './gallery-rows';

/** Columns visible at every width; a note may span no more. */
const NOTE_COLUMNS = 7;
const usageWords = { always: 'reported', sometimes: 'now and then', never: 'none' } as const;

interface GalleryRowProps {
  readonly scenario: CatalogueScenario;
  readonly outcome: Outcome | undefined;
  /** True if the expectation is about the chosen policy. */
  readonly judged: boolean;
  /** True for the row that the tab key stops at. */
  readonly reachable: boolean;
  readonly opening: boolean;
  /** Id of the element that describes opening. */
  readonly describedBy: string;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** One scenario: its chart, what it is, its outcome; its notes below. */
export const GalleryRow = memo(function GalleryRow(props: GalleryRowProps) {
  const { scenario, outcome, judged, reachable, opening, describedBy, onFocus, onOpen } = props;
  const { id, family, window, turns, steps, ratios, usage, limitation } = scenario;
  const [noted, setNoted] = useState(false);
  const tabIndex = reachable ? 0 : -1;
  const right = 'px-2 text-right';
  return (
    <>
      <tr
        data-scenario={id}
        className="bg-bg focus-within:bg-sel hover:bg-sel [&>td]:border-b [&>td]:border-line2"
      >
        <td className="py-1 pr-2 pl-4 max-md:hidden">
          {outcome?.spark ? (
            <OutcomeSpark spark={outcome.spark} limit={outcome.limit} />
          ) : (
            <SparkGap />
          )}
        </td>
        <Name
          scenario={scenario}
          reachable={reachable}
          opening={opening}
          describedBy={describedBy}
          noted={noted}
          onNoted={() => setNoted(!noted)}
          onFocus={onFocus}
          onOpen={onOpen}
        />
        <td className="truncate px-2 text-ink2 max-xl:hidden">{family}</td>
        <td className={right} title={`${formatInteger(window)} tokens`}>
          {windowName(window)}
        </td>
        <td className={classNames(right, 'max-lg:hidden')}>
          {formatInteger(turns)} <span className="text-ink3">· {formatInteger(steps)}</span>
        </td>
        <td className={classNames(right, 'max-xl:hidden')}>
          {ratios.map((ratio) => formatFixed(ratio, 1)).join(', ')}
        </td>
        <td
          className={classNames(
            'px-2 pl-5 max-[1360px]:hidden',
            usage === 'always' ? 'text-ink3' : '',
          )}
        >
          {usageWords[usage]}
        </td>
        <td className="px-2 whitespace-nowrap" data-cell="outcome">
          {outcome ? (
            <Term
              text={[outcomeSentence(outcome), ...definitionsOf(outcome.findings)].join('. ')}
              tabIndex={tabIndex}
            >
              <OutcomeWord kind={outcome.kind} />
            </Term>
          ) : (
            <span className="text-ink3">…</span>
          )}
        </td>
        <td className={right} data-cell="compactions">
          <Count value={outcome?.compactions} bad={outcome?.loop === true} />
        </td>
        <td className={right} data-cell="overflow">
          <Count value={outcome?.overflowSteps} bad={outcome?.kind === 'overflow'} />
        </td>
        <td className={classNames(right, 'text-ink2 max-lg:hidden')} data-cell="peak">
          {outcome ? (
            <span
              title={`${formatInteger(outcome.peak)} of ${formatInteger(outcome.limit)} tokens`}
            >
              {formatPercent(outcome.peak / Math.max(1, outcome.limit))}
            </span>
          ) : null}
        </td>
        <td className="pr-4 pl-5 whitespace-nowrap max-lg:pl-2" data-cell="expected">
          <Expected {...{ scenario, tabIndex }} outcome={judged ? outcome : undefined} />
        </td>
      </tr>
      {limitation === null ? null : (
        <tr>
          <td colSpan={NOTE_COLUMNS} className="px-4 py-1.5 text-sm text-ink2">
            <span className="font-medium text-ink">Known limitation.</span> {limitation}
          </td>
        </tr>
      )}
      {noted ? <Notes id={noteId(id)} scenario={scenario} /> : null}
    </>
  );
});

/** Name of what can be unfolded below a row; null for nothing. */
function notesName({ differs, validates }: CatalogueScenario): string | null {
  if (differs.length > 0) return 'document differs';
  return validates === null ? null : 'validates';
}

const noteId = (id: string): string => `note-${id.replace('/', '-')}`;

function Name(
  props: Omit<GalleryRowProps, 'outcome' | 'judged'> & {
    readonly noted: boolean;
    readonly onNoted: () => void;
  },
) {
  const { scenario, reachable, opening, describedBy, noted, onNoted, onFocus, onOpen } = props;
  const { id, name, words, source, limitation } = scenario;
  const notes = notesName(scenario);
  return (
    <td className="px-2 py-1 max-md:sticky max-md:left-0 max-md:z-[1] max-md:bg-inherit">
      <div className="flex min-w-0 items-baseline gap-2">
        <button
          type="button"
          data-open
          tabIndex={reachable ? 0 : -1}
          onFocus={() => onFocus(id)}
          onClick={() => onOpen(id)}
          title={name}
          aria-describedby={describedBy}
          className="min-w-0 text-left font-medium wrap-anywhere hover:text-accent"
        >
          {name}
        </button>
        {opening ? <span className="text-sm text-ink3">opening…</span> : null}
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
            aria-expanded={noted}
            aria-controls={noteId(id)}
            onClick={onNoted}
            className="inline-flex min-h-6 shrink-0 items-center whitespace-nowrap text-ink2 hover:text-ink"
          >
            <ChevronRight size={11} aria-hidden="true" className={noted ? 'rotate-90' : ''} />
            {notes}
          </button>
        )}
      </div>
    </td>
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

function Expected(
  props: Pick<GalleryRowProps, 'outcome' | 'scenario'> & { readonly tabIndex: number },
) {
  const { outcome, scenario, tabIndex } = props;
  const { expected } = scenario;
  const words = `Reference: ${expected.compactions} compactions, ${expected.overflowSteps} overflows${expected.loop ? ', loop' : ''}`;
  const same = outcome === undefined ? null : asExpected(outcome, expected);
  const [said, look] =
    same === null
      ? ['–', 'text-ink3']
      : same
        ? ['✓ matches', 'text-good']
        : ['≠ differs', 'font-medium text-overflow'];
  return (
    <Term text={words} tabIndex={tabIndex} className={look}>
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
