import { useMemo, type CSSProperties } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { sharesOf, type Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { shareName, sideTokens } from '@/lib/analysis/explain/compaction/compaction-words';
import type { RequestShare } from '@/lib/analysis/explain/compaction/composition';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import type { EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import { useLog } from '../state/use-log';

const colors: Readonly<Record<Exclude<RequestShare['kind'], 'response'>, string>> = {
  prefix: 'var(--part-prefix)',
  'hidden-prefix': 'var(--part-prefix)',
  summary: 'var(--part-summary)',
  user: 'var(--part-user)',
  model: 'var(--part-model)',
  thought: 'var(--part-thinking)',
  call: 'var(--part-call)',
  inline: 'var(--part-image)',
  other: 'var(--part-other)',
  added: 'var(--part-joined)',
  unrecorded: 'var(--part-results)',
};

/** Colour of a share; what is not in the recording is hatched. */
function paint({ kind, tool }: RequestShare, tools: readonly string[]): CSSProperties {
  const place = tool === null ? -1 : tools.indexOf(tool);
  const color =
    kind !== 'response'
      ? colors[kind]
      : place < 0
        ? 'var(--part-results)'
        : `var(--part-tool-${place + 1})`;
  const isHatched = kind === 'hidden-prefix' || kind === 'unrecorded';
  return { backgroundColor: color, ...(isHatched ? { backgroundImage: 'var(--hatch)' } : {}) };
}

/** The request before and after, each as a bar of its shares with their tokens. */
export function CompactionSides(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
  readonly shapes: readonly EntryShape[] | null;
}) {
  const { replay, compaction, shapes } = props;
  const [before, after] = useMemo(
    () => (['before', 'after'] as const).map((side) => sharesOf(replay, compaction, side, shapes)),
    [replay, compaction, shapes],
  );
  const most = Math.max(1, compaction.before.tokens ?? 0, compaction.after.tokens ?? 0);
  return (
    <div className="space-y-3 px-4 py-3">
      <Side name="Before" side={compaction.before} shares={before ?? []} most={most} />
      <Side name="After" side={compaction.after} shares={after ?? []} most={most} />
    </div>
  );
}

function Side(props: {
  readonly name: 'Before' | 'After';
  readonly side: Compaction['before'];
  readonly shares: readonly RequestShare[];
  readonly most: number;
}) {
  const { name, side, shares, most } = props;
  const { tools } = useLog().parts;
  return (
    <section aria-label={`${name} the compaction`} data-side={name.toLowerCase()}>
      <div className="flex items-center gap-3">
        <h3 className="w-12 shrink-0 font-normal text-ink2">{name}</h3>
        <div className="flex h-5 min-w-0 flex-1 gap-px" aria-hidden="true">
          {shares.map((share) => (
            <span
              key={`${share.kind} ${share.tool ?? ''}`}
              style={{ ...paint(share, tools), width: `${(share.tokens / most) * 100}%` }}
            />
          ))}
        </div>
        <p className="w-40 shrink-0 text-right whitespace-nowrap">
          <span className="text-lg font-semibold">{sideTokens(side)}</span>{' '}
          <span className="text-sm text-ink2">{counted(side.entries, 'entry', 'entries')}</span>
        </p>
      </div>
      {side.tokens === null ? (
        <p className="mt-1 pl-15 text-sm text-ink3">No usage in the recording tells its size.</p>
      ) : null}
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 pl-15 text-sm">
        {shares.map((share) => (
          <li key={`${share.kind} ${share.tool ?? ''}`} className="flex items-center gap-1.5">
            <span
              className="size-2.5 shrink-0 rounded-xs"
              style={paint(share, tools)}
              aria-hidden="true"
            />
            <span className="text-ink2">
              <ForeignText text={shareName(share)} />
            </span>
            {formatInteger(share.tokens)}
          </li>
        ))}
      </ul>
    </section>
  );
}
