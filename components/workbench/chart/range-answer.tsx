'use client';

import { useMemo, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatDollars, formatInteger, formatSigned } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import {
  addedIn,
  rangeTally,
  type AddedBy,
  type RangeTally,
} from '@/lib/analysis/explain/range-sums';
import { useCost } from '../cost/use-cost';
import { useReport } from '../share/use-report';
import { useLog } from '../state/use-log';
import { useIsWhatIf, useRecording } from '../state/use-recording';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Sources that are named; the rest is one number. */
const NAMED = 3;

/** The marked steps in numbers, else the shown ones where they are not all: recorded, and beside it the what-if. */
export function RangeAnswer() {
  const { store } = useWorkbench();
  const { range, marked, replay } = useLateFrame();
  const last = store.session.profile.stepCount - 1;
  const isWhole = marked === null && range.from === 0 && range.to === last;
  return isWhole ? null : <Answer key={replay.policy.id} range={marked ?? range} />;
}

function Answer({ range }: { readonly range: StepRange }) {
  const { replay } = useLateFrame();
  const recording = useRecording();
  const { parts } = useLog();
  const { save, copy, said, busy } = useReport();
  const cost = useCost();
  const added = useMemo(() => addedIn(recording, parts, range), [recording, parts, range]);
  const steps = cost.priced?.steps;
  const isWhatIf = useIsWhatIf();
  const isMarked = useLateFrame().marked !== null;
  const rows = { range: [range.from, range.to] as [number, number] };
  return (
    <section
      aria-label={isMarked ? 'Marked range' : 'Shown range'}
      data-range={`${range.from}-${range.to}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-1 text-sm"
    >
      <span className="font-semibold">
        {formatInteger(range.from)}–{formatInteger(range.to)},{' '}
        {counted(range.to - range.from + 1, 'step')}
      </span>
      {/* Beside a what-if both are by the model of the cache: only these may be compared. */}
      <Tally
        name="recorded"
        tally={rangeTally(recording, range)}
        dollars={sumOf(isWhatIf ? steps?.ran : steps?.recorded, range)}
        guess={isWhatIf ? '~' : ''}
      />
      {!isWhatIf ? null : (
        <span className="text-accent">
          <Tally
            name="what-if"
            tally={rangeTally(replay, range)}
            dollars={sumOf(steps?.replayed, range)}
            guess="~"
          />
        </span>
      )}
      <Sources added={added} />
      <span className="ml-auto flex items-center gap-1 print:hidden">
        <span role="status">{said}</span>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => copy('csv', rows)}>
          Copy rows
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => save('csv', rows)}>
          Download CSV
        </Button>
        {isMarked ? <MarkWays range={range} /> : <ZoomWays />}
      </span>
    </section>
  );
}

/** The ways on from marked steps. */
function MarkWays({ range }: { readonly range: StepRange }) {
  const { store } = useWorkbench();
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => store.show(range)}>
        Zoom in
      </Button>
      <Button size="small" variant="quiet" onClick={() => store.mark(null)}>
        Unmark
      </Button>
    </>
  );
}

/** The ways out of a zoom. */
function ZoomWays() {
  const { store } = useWorkbench();
  const { trail } = useLateFrame();
  return (
    <>
      {trail.length > 1 ? (
        <Button size="small" variant="quiet" onClick={store.zoomOut}>
          Zoom out
        </Button>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        onClick={() => store.show({ from: 0, to: store.session.profile.stepCount - 1 })}
      >
        All steps
      </Button>
    </>
  );
}

function Tally(props: {
  readonly name: string;
  readonly tally: RangeTally;
  /** NaN where nobody can say. */
  readonly dollars: number;
  readonly guess?: string;
}): ReactNode {
  const { name, tally, dollars, guess = '' } = props;
  const { added, isLeast, compactions } = tally;
  const facts = [
    ...(Number.isNaN(added) ? [] : [`${isLeast ? 'at least ' : ''}${formatSigned(added)}`]),
    compactions === 0 ? 'no compaction' : counted(compactions, 'compaction'),
    ...(Number.isNaN(dollars) ? [] : [`${guess}${formatDollars(dollars)}`]),
  ];
  return (
    <span data-range-of={name}>
      {name} {facts.join(' · ')}
    </span>
  );
}

function Sources({ added }: { readonly added: readonly AddedBy[] }) {
  if (added.length === 0) return null;
  const rest = added.slice(NAMED).reduce((sum, { tokens }) => sum + tokens, 0);
  const named = added.slice(0, NAMED).map((one) => `${nameOf(one)} ${formatSigned(one.tokens)}`);
  const texts = [...named, ...(rest > 0 ? [`others ${formatSigned(rest)}`] : [])];
  return (
    <span data-range-sources="" className="min-w-0 text-ink2">
      added by <ForeignText text={texts.join(', ')} />
    </span>
  );
}

const kindNames: Readonly<Record<string, string>> = {
  result: 'tool results',
  user: 'user text',
  model: 'model text',
  call: 'calls',
  image: 'images',
};

const nameOf = ({ part }: AddedBy): string =>
  part === null ? 'not in the recording' : (part.tool ?? kindNames[part.kind] ?? part.kind);

/** Dollars of a range; NaN where no step of it has any. */
function sumOf(steps: Float64Array | undefined, { from, to }: StepRange): number {
  const known = (steps ?? new Float64Array())
    .subarray(from, to + 1)
    .filter((one) => !Number.isNaN(one));
  return known.length === 0 ? NaN : known.reduce((sum, one) => sum + one, 0);
}
