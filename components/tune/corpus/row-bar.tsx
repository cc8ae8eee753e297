import { Options } from '@/components/ui/options';
import { leftOutWords, rowWords } from '@/lib/analysis/fit/opened/corpus-rows';
import { partsWords, todayWords } from '@/lib/analysis/fit/opened/running-today';
import { MOST_IN_ADDRESS } from '@/lib/api/contract/filter-address';
import { counted } from '@/lib/engine/base/format';
import { placeWords } from '@/lib/tuning/recommend/setting-words';
import { reordered, type TuneSetup } from '../state/tune-setup';
import { recordedOf, type TunedCorpus, type TunedRow } from '../state/tuned-row';
import type { Running } from '../state/use-running';

/** Which row of the corpus is tuned, what is in none, and what runs in it today. */
export function RowBar(props: {
  readonly tuned: TunedCorpus;
  /** Key of the row that the address names. */
  readonly wanted: string | null;
  readonly setup: TuneSetup;
  readonly running: Running;
  readonly onRow: (key: string) => void;
  /** Tunes some of the row's sessions alone. */
  readonly onPart: (ids: readonly string[]) => void;
}) {
  const { tuned, wanted, setup, running, onRow, onPart } = props;
  const { rows, row, leftOut } = tuned;
  if (row === null) return null;
  const isGone = wanted !== null && wanted !== row.key;
  return (
    <section
      aria-label="Row"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line2 px-4 py-1.5 text-sm text-ink2"
    >
      {rows.length === 1 ? (
        <span data-row="" className="font-medium text-ink">
          {sizedWords(row)}
        </span>
      ) : (
        <select
          aria-label="Row of the corpus, tuned alone"
          value={row.key}
          onChange={({ currentTarget }) => onRow(currentTarget.value)}
          className="h-7 max-w-full rounded-md border border-line bg-panel px-1.5 font-medium text-ink"
        >
          <Options of={rows.map((one) => [one.key, sizedWords(one)])} />
        </select>
      )}
      {rows.length === 1 ? null : (
        <span>one of {counted(rows.length, 'row')}, each tuned under its own policy and limit</span>
      )}
      {isGone ? (
        <span role="alert" className="text-threshold">
          This corpus has no row {wanted}: another one is tuned.
        </span>
      ) : null}
      {leftOutWords(leftOut).map((words) => (
        <span key={words}>{words}</span>
      ))}
      <Today setup={setup} running={running} onPart={onPart} />
    </section>
  );
}

/** "Codex, 0.156 or later, limit 272,000 · 7 sessions, 1,204 steps". */
function sizedWords(row: TunedRow): string {
  const recorded = recordedOf(row.sessions);
  const decide = recorded.length > 0 ? recorded : row.sessions;
  const of = recorded.length > 0 ? 'session' : 'generated session';
  const steps = decide.reduce((sum, one) => sum + one.steps, 0);
  return `${rowWords(row)} · ${counted(decide.length, of)}, ${counted(steps, 'step')}`;
}

/** What runs today, in the words of the question `tune`. */
function Today(props: {
  readonly setup: TuneSetup;
  readonly running: Running;
  readonly onPart: (ids: readonly string[]) => void;
}) {
  const { setup, running, onPart } = props;
  const { input, today, error, resume } = running;
  if (error !== null) {
    return (
      <p role="alert" className="basis-full text-overflow">
        What runs today could not be fitted. {error}{' '}
        <button type="button" className="underline" onClick={resume}>
          Try again
        </button>
      </p>
    );
  }
  // As high as what comes: nothing below moves under the pointer.
  if (today === null) {
    return (
      <p data-today="pending" className="basis-full">
        Today: …
      </p>
    );
  }
  const { tune, policy } = setup;
  const axes = reordered(setup.axes);
  const column = { ...tune.grid, axes: axes.map(({ axis }) => axis) };
  const place = axes.map(({ axis, today: own }) => axis.values.indexOf(own));
  const parts = partsWords(policy, today, 'each can be tuned alone');
  return (
    <p data-today="" className="basis-full">
      Today: {placeWords(column, place)}. {todayWords(today, 'the fields “today” say what runs')}
      {parts === null ? null : (
        <>
          {' '}
          {parts}
          {today.parts.map(({ members }) => (
            <button
              key={members[0]}
              type="button"
              className="ml-2 inline-flex min-h-6 items-center underline underline-offset-2 disabled:no-underline"
              disabled={members.length > MOST_IN_ADDRESS}
              title={
                members.length > MOST_IN_ADDRESS
                  ? 'A link names too few sessions for it: highwater tune --split tunes it.'
                  : undefined
              }
              onClick={() => onPart(members.flatMap((at) => input?.ids[at] ?? []))}
            >
              Tune {counted(members.length, 'session')} alone
            </button>
          ))}
        </>
      )}
    </p>
  );
}
