'use client';

import { Fragment, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { Tooltip } from '@/components/ui/tooltip';
import { WordsView } from '@/components/ui/text/words-view';
import type { Clause } from '@/lib/analysis/explain/cause/cause';
import { wordsText, wordText, type Word, type Words } from '@/lib/engine/base/answer/words';
import { KeepButtons } from '../parameters/keep-buttons';
import { happenedDraft } from '../state/draft';
import { useWorkbench } from '../state/use-workbench';
import { EvidenceMark } from './evidence';
import { RemedyChips } from './remedy-chips';
import { useCause } from './use-cause';
import { useFocusKept } from './use-focus-kept';
import { useHeldHeight } from './use-held-height';
import { usePlaceKept } from './use-place-kept';

/** The session in one sentence, the selected step with its cause in the next, and what would turn it. */
export function CauseBlock({ onFreeze }: { readonly onFreeze: () => void }) {
  const { explanation, frame } = useCause();
  const { verdict, headline, clauses, changed, whose } = explanation;
  const { box, style } = useHeldHeight(frame.moving);
  const section = useRef<HTMLElement>(null);
  usePlaceKept(section);
  const turns = useRef<HTMLDivElement>(null);
  useFocusKept(turns);
  const spoken = `${wordsText(verdict.words)} ${wordsText(headline.words)}`;
  const isWhatIf = changed !== null;
  return (
    <section ref={section} aria-label="Cause" className="shrink-0 border-b border-line">
      <div ref={box} style={style} className="px-4 py-2 lg:min-h-[86px]">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-2 lg:flex-nowrap">
          <div className="max-w-[1080px] min-w-0 flex-1 basis-[34rem]">
            <h1 className="text-[17px]/[24px] font-semibold tracking-[-0.01em] text-pretty">
              {isWhatIf ? <WhatIfTag text={changed} /> : null}
              <span data-verdict="">
                <WordsView words={verdict.words} />
              </span>
            </h1>
            <p
              data-cause={explanation.cause ?? 'operands'}
              className="mt-1 text-[13px]/[20px] text-pretty text-ink2"
            >
              <span data-headline="" className="font-medium text-ink">
                <Sentence clause={headline} even />
              </span>
              <span data-clauses="">
                {clauses.map((clause, index) => (
                  <Fragment key={index}>
                    {' '}
                    <Sentence clause={clause} />
                  </Fragment>
                ))}
              </span>
              {whose === null ? null : <span data-whose=""> {whose}</span>}
            </p>
          </div>
          {/* As wide before the effects are known as after: the sentence beside it keeps its lines. */}
          <div
            ref={turns}
            className="flex max-w-full flex-wrap items-center gap-2 lg:shrink-0 lg:justify-end lg:self-end not-empty:lg:w-[44%] print:hidden"
          >
            <RemedyChips />
            {isWhatIf ? <WhatIfActions onFreeze={onFreeze} /> : null}
          </div>
        </div>
        <p className="sr-only" role="status">
          {frame.moving ? '' : spoken}
        </p>
      </div>
    </section>
  );
}

function WhatIfTag({ text }: { readonly text: string }) {
  return (
    <Tooltip text={text}>
      <button
        type="button"
        data-view=""
        aria-label={`What-if. ${text}`}
        className="mr-2 inline-flex h-5 cursor-help items-center rounded-full bg-accent px-2 align-[2px] text-xs font-semibold text-on-accent"
      >
        What-if
      </button>
    </Tooltip>
  );
}

function WhatIfActions({ onFreeze }: { readonly onFreeze: () => void }) {
  const { store, opening } = useWorkbench();
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        data-back=""
        onClick={() => store.useWhole(happenedDraft(opening))}
      >
        Back to the recording <Kbd>Esc</Kbd>
      </Button>
      <KeepButtons onFreeze={onFreeze} />
    </>
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
