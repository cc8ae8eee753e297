'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/base/format';
import { scoreTokenizers } from '@/lib/report/tokenizer-score';
import { profileCounts } from '@/lib/tokens/text-counts';
import { encodings, INLINE_TOKENS, type Encoding } from '@/lib/tokens/text-estimators';
import type { TokenizerResult } from '@/lib/worker/tokenizer-messages';
import { TokenizerTableView } from './tokenizer-table';
import { useTokenizers, type TokenizerRun } from './use-tokenizers';
import { useWorkbench } from './use-workbench';

/** Real tokenizers beside bytes ÷ 4: each is loaded, and counts in a worker, when it is chosen. */
export function TokenizerSection() {
  const { store } = useWorkbench();
  const { session } = store;
  const runs = useTokenizers();
  const table = useMemo(() => {
    const held = encodings.flatMap((encoding) => runs.of(encoding).result?.counts ?? []);
    // Every run brings characters ÷ 4 along: once is enough.
    const distinct = new Map(held.map((counts) => [counts.estimator, counts]));
    return scoreTokenizers([
      { session, counts: [profileCounts(session.profile), ...distinct.values()] },
    ]);
  }, [session, runs]);
  if (table.steps === 0) return null;
  return (
    <section aria-labelledby="tokenizers" className="mt-6 border-t pt-3">
      <h2 id="tokenizers" className="font-medium">
        Tokenizers
      </h2>
      <p className="mt-1 max-w-[80ch] text-ink2">
        The whole request of each step, counted as it was recorded and divided by its usage.
        Tokenizers are loaded when chosen and count this session’s texts in a worker.
      </p>
      <div className="mt-2 grid justify-items-start gap-2">
        {encodings.map((encoding) => (
          <Choice
            key={encoding}
            encoding={encoding}
            run={runs.of(encoding)}
            onCount={() => runs.count(encoding)}
            onCancel={() => runs.cancel(encoding)}
          />
        ))}
      </div>
      <TokenizerTableView table={table} />
      <p className="mt-2 max-w-[80ch] text-sm text-ink3">{noteOf(table.images)}</p>
    </section>
  );
}

const noteOf = (images: number): string =>
  [
    'Added: what the count missed on the session’s first step with usage, as a hidden prefix.',
    ...(images === 0
      ? []
      : [
          `Inline data: bytes ÷ 4 counts its bytes, the others ${formatInteger(INLINE_TOKENS)} tokens each.`,
        ]),
  ].join(' ');

function Choice({
  encoding,
  run,
  onCount,
  onCancel,
}: {
  readonly encoding: Encoding;
  readonly run: TokenizerRun;
  readonly onCount: () => void;
  readonly onCancel: () => void;
}) {
  if (run.result) {
    return (
      <p
        role="status"
        className="text-ink2"
      >{`Counted with ${encoding}.${shownText(run.result)}`}</p>
    );
  }
  if (run.state !== 'running') {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={onCount}>
          Count with {encoding}
        </Button>
        {run.error === null ? null : (
          <span role="alert" className="text-sm text-overflow">
            {run.error}
          </span>
        )}
      </div>
    );
  }
  const { done, total } = run;
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink2">
      <progress
        aria-label={`Counting with ${encoding}`}
        value={done}
        max={Math.max(1, total)}
        className="h-1.5 w-28 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <span role="status" className="tabular-nums">
        {total > 0
          ? `${formatInteger(done)} of ${formatInteger(total)} entries`
          : `Loading ${encoding}`}
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** What came to the worker other than it was recorded. */
function shownText({ masked, cut }: TokenizerResult): string {
  const secrets =
    masked === 0
      ? ''
      : ` ${formatInteger(masked)} masked ${masked === 1 ? 'secret is' : 'secrets are'} counted as shown, masks in their place.`;
  const long =
    cut === 0
      ? ''
      : ` ${formatInteger(cut)} ${cut === 1 ? 'entry' : 'entries'} of more than 1 MB counted without the rest: the rows are too low; highwater tokens counts the whole.`;
  return `${secrets}${long}`;
}
