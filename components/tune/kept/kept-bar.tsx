import { ForeignText } from '@/components/ui/text/foreign-text';
import { Progress } from '@/components/ui/progress';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Sweep } from '@/lib/api/contract/sweep-contract';
import { sweepExportUrl } from '@/lib/api/sweeps';
import { ENGINE } from '@/lib/engine/replay/engine';

const link = 'inline-flex min-h-6 items-center underline underline-offset-2';

/** "2026-07-01 12:30 UTC". */
const moment = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What a kept sweep is: its number, when and by which engine it was computed, and that it stays so. */
export function KeptBar({ sweep }: { readonly sweep: Sweep }) {
  const { id, number, name, engine, status, sessions, cells, progress, corpus } = sweep;
  const { createdAt, finishedAt, plan } = sweep;
  const facts = [
    `engine ${engine}`,
    finishedAt === null ? `kept ${moment(createdAt)}` : `computed ${moment(finishedAt)}`,
    `${counted(sessions, 'session')} × ${counted(cells, 'setting')}`,
    ...(plan.limit === null ? [] : [`replayed with limit ${formatInteger(plan.limit)}`]),
    status,
  ];
  return (
    <section
      aria-label="Kept sweep"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2"
    >
      <strong className="font-semibold">Sweep {number}</strong>
      <span className="min-w-0 truncate">
        <ForeignText text={name} />
      </span>
      <span className="rounded border border-line px-1 text-sm text-ink2">kept, immutable</span>
      <span data-kept-facts="" className="text-sm text-ink2">
        {facts.join(' · ')}
      </span>
      {status === 'queued' || status === 'running' ? (
        <Progress
          label={`Progress of sweep ${number}`}
          done={progress.done.units}
          total={progress.total}
        />
      ) : null}
      <span className="ml-auto flex gap-3">
        {(['csv', 'ndjson', 'markdown'] as const).map((format) => (
          <a key={format} href={sweepExportUrl(id, format)} download className={link}>
            {format.toUpperCase()}
          </a>
        ))}
        <a href={corpus === null ? '/tune' : `/tune?corpus=${corpus.id}`} className={link}>
          {corpus === null ? 'Tune sessions as they are now' : 'Tune its corpus as it is now'}
        </a>
      </span>
      {engine === ENGINE ? null : (
        <p role="status" className="w-full text-sm text-threshold">
          It was computed by engine {engine}; this program has engine {ENGINE}, whose numbers may
          differ.
        </p>
      )}
    </section>
  );
}
