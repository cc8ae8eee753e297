import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { noCorpus, type CorpusChoice } from '@/lib/api/contract/filter-address';
import { ChooseCorpus } from './choose-corpus';
import { SAMPLE_SEED } from '../model/session-sample';
import type { TuneCorpusState } from '../state/use-corpus';

/** What stands between a corpus and its sweep: listing, loading, nothing there, a failure. */
export function CorpusStates(props: {
  readonly corpus: TuneCorpusState;
  readonly choice: CorpusChoice;
  readonly onChoose: (choice: CorpusChoice) => void;
}) {
  const { corpus, choice, onChoose } = props;
  const { status, rows, done, error, retry, sessions } = corpus;
  if (status === 'unknown') {
    const fault = 'corpus' in choice ? noCorpus(choice.corpus) : (error ?? '');
    return <ChooseCorpus faults={[fault]} onChoose={onChoose} />;
  }
  if (status === 'failed') {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b px-4 py-3">
        <span className="text-overflow">The sessions could not be loaded. {error}</span>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (status === 'listing') return <Line>Listing the sessions …</Line>;
  if (status === 'loading') {
    return (
      <Line>
        <Progress label="Progress of sessions" done={done} total={rows.length} />
        Loading: {formatInteger(done)} of {counted(rows.length, 'session')}
      </Line>
    );
  }
  return (
    <>
      {sessions.length === 0 ? <Empty /> : null}
      <Remarks corpus={corpus} />
    </>
  );
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" className="flex items-center gap-3 border-b px-4 py-3 text-ink2">
    {children}
  </p>
);

const Empty = () => (
  <div className="mx-auto max-w-lg px-6 py-16">
    <h2 className="text-xl font-semibold tracking-tight">No session is in this corpus</h2>
    <p className="mt-1.5 text-ink2">
      Remove a condition above, or{' '}
      <Link href="/" className="underline underline-offset-2">
        import sessions in the library
      </Link>
      .
    </p>
  </div>
);

/** Sessions that are left out, and those that are not what a frozen list says. */
function Remarks({ corpus }: { readonly corpus: TuneCorpusState }) {
  const { all, rows, tuned, broken, missing, changed } = corpus;
  const remarks = [
    all.length === rows.length
      ? ''
      : `A sample of ${formatInteger(rows.length)} of ${formatInteger(all.length)} sessions of this row (seed ${SAMPLE_SEED}) is tuned here: the answer, the heat map and the tables are the sample’s; coverage, ratios and P(miss) are of all, and Keep sweeps all.`,
    missing === 0
      ? ''
      : `${counted(missing, 'session')} of the list ${missing === 1 ? 'is' : 'are'} no longer in the library.`,
    changed === 0
      ? ''
      : `${counted(changed, 'session')} ${changed === 1 ? 'has' : 'have'} changed since the list was frozen.`,
    tuned.unjudged === 0
      ? ''
      : `${counted(tuned.unjudged, 'session')} ${tuned.unjudged === 1 ? 'is' : 'are'} in no row: the library is still finding out what ${tuned.unjudged === 1 ? 'it' : 'they'} ran under.`,
    broken.length === 0 ? '' : `Left out, unreadable: ${broken.join('; ')}`,
  ].filter((text) => text !== '');
  if (remarks.length === 0) return null;
  return (
    <p role="status" className="border-b px-4 py-1.5 text-sm text-threshold">
      <ForeignText text={remarks.join(' ')} />
    </p>
  );
}
