'use client';

import { Fragment, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';
import { WordsView } from '@/components/ui/text/words-view';
import type { Clause } from '@/lib/analysis/explain/cause/cause';
import { wordsText, wordText, type Word, type Words } from '@/lib/engine/base/answer/words';
import type { Opening } from '@/lib/analysis/fit/opening';
import { draftOf, happenedDraft, sameDraft, type Draft } from '../state/draft';
import { useWorkbench } from '../state/use-workbench';
import { VerdictBar } from '../header/verdict-bar';
import { EvidenceMark } from './evidence';
import { RemedyChips } from './remedy-chips';
import { useCause } from './use-cause';
import { useHeldHeight, useReservedHeight } from './use-held-height';
import { usePlaceKept } from './use-place-kept';

/** The selected step with its cause, in the recording or with other settings. */
export function CauseBlock() {
  const { explanation, frame } = useCause();
  const { verdict, headline, clauses } = explanation;
  const { box, style } = useHeldHeight(frame.moving);
  const spoken = wordsText([
    ...(verdict === null ? [] : [...verdict.words, ' ']),
    ...headline.words,
  ]);
  const said = useReservedHeight();
  const section = useRef<HTMLElement>(null);
  usePlaceKept(section);
  return (
    <section ref={section} aria-label="Cause" className="border-b border-line">
      <div
        ref={box}
        style={style}
        className="grid lg:grid-cols-[232px_minmax(0,1fr)] xl:grid-cols-[264px_minmax(0,1fr)]"
      >
        <HappenedSwitch />
        <div className="min-w-0 px-4 pb-2.5 lg:min-h-[172px] lg:pt-2.5 xl:pl-6">
          <div ref={said.box} style={said.style}>
            <h2
              data-cause={explanation.cause ?? 'operands'}
              className="text-[19px]/[26px] font-semibold tracking-[-0.015em] text-pretty"
            >
              {verdict === null ? null : (
                <>
                  <span data-session-verdict="">
                    <WordsView words={verdict.words} />
                  </span>{' '}
                </>
              )}
              <Sentence clause={headline} even />
            </h2>
            <p
              data-clauses=""
              className="mt-0.5 max-w-[1080px] text-[14px]/[21px] text-pretty text-ink2"
            >
              {clauses.map((clause, index) => (
                <Fragment key={index}>
                  {index === 0 ? null : ' '}
                  <Sentence clause={clause} />
                </Fragment>
              ))}
            </p>
            <RemedyChips />
          </div>
          <VerdictBar />
          <p className="sr-only" role="status">
            {frame.moving ? '' : spoken}
          </p>
        </div>
      </div>
    </section>
  );
}

function Sentence(props: { readonly clause: Clause; readonly even?: boolean }) {
  const { clause, even = false } = props;
  const { numbered } = useCause();
  const number = numbered.indexOf(clause) + 1;
  const { words, evidence } = clause;
  if (number === 0 || evidence === null) {
    return (
      <span data-clause="">
        <WordsView words={words} even={even} />
      </span>
    );
  }
  const [before, end] = lastWordOf(words);
  return (
    <span data-clause="">
      <WordsView words={before} even={even} />
      <span className="whitespace-nowrap">
        <WordsView words={end} even={even} />
        <EvidenceMark number={number} evidence={evidence} />
      </span>
    </span>
  );
}

/** A sentence parted before its last word, which no line break parts from the number behind it. */
function lastWordOf(words: Words): readonly [before: Words, end: Words] {
  const rest = words.slice(0, -1);
  const last = words.at(-1);
  if (last === undefined) return [rest, []];
  const text = wordText(last);
  const at = text.lastIndexOf(' ') + 1;
  if (at <= 0) return [rest, [last]];
  const piece = (part: string): Word =>
    typeof last === 'object' && 'bad' in last ? { bad: part } : part;
  return [[...rest, piece(text.slice(0, at))], [piece(text.slice(at))]];
}

/** The recording as it ran, or the settings being tried; the last ones tried are kept. */
function HappenedSwitch() {
  const { store, opening } = useWorkbench();
  const { frame, explanation } = useCause();
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState<Draft | null>(null);
  const { box, style } = useReservedHeight();
  const happened = happenedDraft(opening);
  const changed = !sameDraft(frame, happened);
  const whatIf = changed || asking;
  const back = (): void => {
    setAsking(false);
    if (!changed) return;
    setTried(draftOf(frame));
    store.useWhole(happened);
  };
  const ask = (): void => {
    setAsking(true);
    if (!changed && tried !== null) store.useWhole(tried);
  };
  return (
    <div
      ref={box}
      style={style}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 lg:block lg:border-r lg:border-line"
    >
      <div
        role="group"
        aria-label="View"
        className="grid w-60 grid-cols-2 rounded-lg border border-line bg-sel p-0.5 lg:w-full"
      >
        <Choice text="What happened" on={!whatIf} onClick={back} />
        <Choice text="What if" on={whatIf} onClick={ask} />
      </div>
      <div className="min-w-0 flex-1 text-sm text-ink2 lg:mt-1.5">
        {changed ? (
          <ChangedText onBack={back} />
        ) : (
          <p data-view="">
            {asking ? 'Nothing is changed yet. ' : happenedText(opening, explanation.whose)} Move a
            setting or take a chip to ask what if.
          </p>
        )}
      </div>
    </div>
  );
}

function happenedText({ own, policy }: Opening, whose: string | null): string {
  if (whose !== null) return `${whose} Settings are ${policy.label}’s defaults.`;
  return own === null
    ? `The recording, under ${policy.label}.`
    : `The recording, under ${policy.label} as it ran.`;
}

function Choice(props: {
  readonly text: string;
  readonly on: boolean;
  readonly onClick: () => void;
}) {
  const { text, on, onClick } = props;
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={classNames(
        'h-6 rounded-md px-2 whitespace-nowrap',
        on ? 'bg-panel font-semibold text-ink shadow-[0_0_0_1px_var(--line)]' : 'text-ink2',
      )}
    >
      {text}
    </button>
  );
}

function ChangedText({ onBack }: { readonly onBack: () => void }) {
  const { store } = useWorkbench();
  const { explanation } = useCause();
  return (
    <>
      <p data-view="">{explanation.changed}</p>
      <p className="flex flex-wrap items-center gap-x-1">
        <Button variant="quiet" size="small" className="-ml-2" onClick={() => store.undo()}>
          Undo <Kbd>z</Kbd>
        </Button>
        <Button variant="quiet" size="small" onClick={onBack}>
          Back to the recording
        </Button>
      </p>
    </>
  );
}
