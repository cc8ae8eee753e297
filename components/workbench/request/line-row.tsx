'use client';

import { RailMark } from '@/components/charts/rail-mark';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatBytes, formatInteger } from '@/lib/engine/base/format';
import type { RailKind } from '@/lib/analysis/explain/policy-events';
import type { RequestLine } from '@/lib/analysis/explain/request/request-lines';
import { isUnrecorded } from '@/lib/analysis/explain/request/request-parts';
import { Swatch } from './swatch';

/** Columns of a row: place, colour, kind, content, step, the policy's count, tokens, bar. */
export const LINE_GRID =
  'grid min-h-[29px] w-full grid-cols-[52px_10px_60px_minmax(0,1fr)_64px] items-center gap-x-2 text-left @lg:grid-cols-[52px_10px_60px_minmax(0,1fr)_44px_64px] @xl:grid-cols-[52px_10px_60px_minmax(0,1fr)_44px_64px_56px] @3xl:grid-cols-[52px_10px_60px_minmax(0,1fr)_44px_76px_64px_72px]';

/** A text on one line; on two where the row is too narrow to tell it from its neighbours. */
export const LINE_TEXT = 'min-w-0 line-clamp-2 wrap-anywhere @xl:line-clamp-1';

/** The numbers at a row's end. */
export function Figures(props: {
  readonly line: RequestLine;
  readonly since: number | null;
  readonly color: string;
  readonly most: number;
}) {
  const { line, since, color, most } = props;
  const { tokens, counted } = line;
  const before = line.kind === 'entry' ? line.before : null;
  const share = most <= 0 ? 0 : Math.max(0, tokens) / most;
  return (
    <>
      <span className="hidden text-right text-sm text-ink3 @lg:block">
        {since === null ? '' : formatInteger(since)}
      </span>
      <span className="hidden truncate text-right text-sm text-ink3 @3xl:block">
        {before === null ? '' : `${formatInteger(before)} → `}
        {counted === null ? '' : formatInteger(counted)}
      </span>
      <span className="text-right" data-tokens="">
        {line.kind === 'summarised' || line.kind === 'lost' ? '' : formatInteger(tokens)}
      </span>
      <span aria-hidden="true" className="hidden h-1.5 bg-line2 @xl:block">
        {share === 0 ? null : (
          <span
            className="block h-full"
            style={{
              width: `max(1px, ${share * 100}%)`,
              backgroundColor: color,
              backgroundImage: isUnrecorded(line) ? 'var(--hatch)' : undefined,
            }}
          />
        )}
      </span>
    </>
  );
}

type PlainLine = Exclude<RequestLine, { readonly kind: 'entry' }>;

/** A row of what is no entry: the prefix, a summary, entries that were left out. */
export function LineRow(props: {
  readonly line: PlainLine;
  readonly color: string;
  readonly most: number;
}) {
  const { line, color, most } = props;
  const { name, text, tone = '', mark } = wordsOf(line);
  return (
    <div data-line={name} className={classNames(LINE_GRID, tone)}>
      <span>{mark === undefined ? null : <RailMark kind={mark} />}</span>
      <Swatch color={color} hatched={isUnrecorded(line)} />
      <span className="col-span-2 min-w-0 py-0.5">
        {line.isNew ? <span className="mr-1.5 text-sm text-accent">new</span> : null}
        {name}{' '}
        <span className="text-ink3">
          {'· '}
          <ForeignText text={text} />
        </span>
      </span>
      <Figures line={line} since={null} color={color} most={most} />
    </div>
  );
}

interface LineWords {
  readonly name: string;
  readonly text: string;
  readonly mark?: RailKind;
  readonly tone?: string;
}

/** Names and texts of lines without a size of their own, by kind. */
const plain: Readonly<Record<string, readonly [name: string, text: string]>> = {
  system: ['system prompt', 'recorded'],
  tools: ['tool definitions', 'recorded'],
  hidden: ['hidden prefix', 'in every request, in no part of the recording'],
  head: ['unknown head', 'the conversation before the recording begins'],
  rest: ['in no entry', 'more or less than the entries’ density says, over all steps'],
  continuation: ['continuation', 'in this request only'],
  added: ['re-attached', 'added by the agent'],
  other: ['other', 'counted by the policy, in no entry'],
};

function wordsOf(line: PlainLine): LineWords {
  switch (line.kind) {
    case 'joined': {
      const by =
        line.tool === null ? ', in every request since' : `, with the result of ${line.tool}`;
      return { name: `joined at step ${formatInteger(line.step)}`, text: `hidden${by}` };
    }
    case 'summarised':
      return {
        name: 'in the summary',
        text: `${rangeText(line)}, covered by the summary`,
        tone: 'text-ink3',
      };
    case 'lost':
      return {
        name: 'lost',
        text: `${rangeText(line)}, neither in the summary nor sent`,
        ...{ tone: 'text-overflow', mark: 'lost' as const },
      };
    case 'summary':
      return {
        name: 'summary',
        text: `${formatBytes(line.bytes)}; its text, where one is known, is in Compactions`,
        mark: 'replayed',
      };
    default: {
      const [name = line.kind, text = ''] = plain[line.kind] ?? [];
      return { name, text };
    }
  }
}

/** "entries 3 to 40" or "entry 3". */
const rangeText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  to - from === 1
    ? `entry ${formatInteger(from)}`
    : `entries ${formatInteger(from)} to ${formatInteger(to - 1)}`;
