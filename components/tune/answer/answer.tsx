'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { AnswerView } from '@/components/answer/answer-view';
import type { TuneWords } from '@/lib/worker/tune/tune-words';
import type { ComparedAnswer } from '../state/use-compared';
import type { Sweep } from '../state/use-sweep';
import { WouldDecide } from './would-decide';
import { WordsView } from '@/components/ui/text/words-view';

/** The recommendation with what it rests on; while cells are missing, what is known so far. */
export function Answer(props: {
  readonly sweep: Sweep;
  readonly columns: ComparedAnswer;
  /** Sessions and, of these, generated ones; whether they are a sample of the corpus. */
  readonly sessions: {
    readonly all: number;
    readonly generated: number;
    readonly isSample: boolean;
  };
  readonly hrefOf: (row: number) => string | undefined;
  /** Names of the settings that are swept, and how one is left out; null where one alone is swept. */
  readonly names: Readonly<Record<string, string>>;
  readonly onLeaveOut: ((setting: string) => void) | null;
  /** What became of recommendations that were taken before. */
  readonly promises: ReactNode;
  /** What decides between settings that hold. */
  readonly preference: ReactNode;
  readonly actions: ReactNode;
}) {
  const { sweep, columns, sessions, hrefOf, names, onLeaveOut, promises, preference, actions } =
    props;
  const idle = (sweep.end?.telling?.byAxis ?? []).filter((axis) => axis.sessions === 0);
  const [first] = idle;
  const { end } = sweep;
  const words = end?.words ?? null;
  return (
    <section
      aria-label="Recommendation"
      className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-96 max-[900px]:basis-full">
        {sessions.isSample ? (
          <p className="text-sm text-ink2">Of the sample of {counted(sessions.all, 'session')}:</p>
        ) : null}
        {words === null ? (
          <NoAnswer sweep={sweep} sessions={sessions} />
        ) : (
          <Answered {...{ words, columns, names, hrefOf, promises }} />
        )}
        {preference}
      </div>
      <div className="flex flex-wrap gap-2">
        {first === undefined || idle.length > 1 || onLeaveOut === null ? null : (
          <Button onClick={() => onLeaveOut(first.setting)}>
            Leave the {names[first.setting] ?? first.setting} out
          </Button>
        )}
        {actions}
      </div>
    </section>
  );
}

function Answered(props: {
  readonly words: TuneWords;
  readonly columns: ComparedAnswer;
  readonly names: Readonly<Record<string, string>>;
  readonly hrefOf: (row: number) => string | undefined;
  readonly promises: ReactNode;
}) {
  const { words, columns, names, hrefOf, promises } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      {words.undecided.length === 0 ? null : (
        <p data-undecided="" className="text-xl font-semibold tracking-tight">
          {words.undecided.join(' ')}
        </p>
      )}
      <WouldDecide wishes={words.wouldDecide} names={names} />
      <p data-answer="" className="max-w-[72rem] text-xl tracking-tight">
        <WordsView words={words.answer} hrefOf={hrefOf} />
      </p>
      {words.copies === null ? null : <p className="mt-1 text-sm text-ink2">{words.copies}</p>}
      {promises}
      <Columns {...columns} />
      <p className="mt-1 text-sm text-ink2">
        <strong className="font-medium text-ink">Edges:</strong> {words.edges}.{' '}
        <WordsView words={words.decider} hrefOf={hrefOf} />
      </p>
      <p className="text-sm text-ink2">
        <WordsView words={words.byTime} hrefOf={hrefOf} />{' '}
        <button
          type="button"
          aria-expanded={open}
          className="inline-flex min-h-6 items-center underline decoration-ink3 decoration-dotted underline-offset-2"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Less' : 'By session, and under other assumptions'}
        </button>
      </p>
      {open ? (
        <p className="text-sm text-ink2">
          <WordsView words={words.bySession} hrefOf={hrefOf} />{' '}
          {words.sensitivity === '' ? 'Other assumptions are being replayed …' : words.sensitivity}
        </p>
      ) : null}
    </>
  );
}

/** Today's settings, the recommended ones and the runner-up; their room is kept while they are computed. */
function Columns({ blocks, error }: ComparedAnswer) {
  if (error !== null) return <p className="mt-1 text-sm text-warn">{error}</p>;
  return (
    <div
      data-columns=""
      aria-busy={blocks === null}
      className="my-2 min-h-72 max-w-[72rem] text-sm"
    >
      <AnswerView blocks={blocks ?? []} name="Settings side by side" />
    </div>
  );
}

/** Why there is no recommendation yet, or none at all. */
function NoAnswer(props: {
  readonly sweep: Sweep;
  readonly sessions: { readonly all: number; readonly generated: number };
}) {
  const { sweep, sessions } = props;
  const { status, progress, sums } = sweep;
  if (status === 'done' || sweep.end !== null) {
    return (
      <p data-answer="" className="text-xl tracking-tight">
        <strong className="font-semibold">This corpus cannot decide.</strong>{' '}
        <span className="text-ink2">
          {sessions.generated > 0
            ? `${sessions.all === 1 ? 'Its only session is' : `All ${counted(sessions.all, 'session')} are`} generated; generated sessions are shown and do not decide.`
            : 'It holds no session with a step.'}
        </span>
      </p>
    );
  }
  const cells = sums === null ? 0 : sums.grid.recorded.complete.filter((one) => one === 1).length;
  const of = sums?.grid.recorded.complete.length ?? 0;
  const left = progress === null ? 0 : progress.total - progress.done;
  const words = {
    waiting: 'Waiting for the sessions.',
    running: 'No recommendation before the last cell.',
    cancelled: `Stopped: ${counted(left, 'replay')} left. There is no recommendation before the last cell.`,
    failed: 'The computation failed.',
  }[status];
  return (
    <>
      <p data-answer="" className="text-xl tracking-tight text-ink2">
        {words}
      </p>
      {of === 0 ? null : (
        <p className="mt-1 text-sm text-ink2">
          Partial: {formatInteger(cells)} of {formatInteger(of)} cells. Every number shown stays.
        </p>
      )}
    </>
  );
}
