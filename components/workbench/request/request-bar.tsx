'use client';

import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger, formatPercent, formatProjected } from '@/lib/engine/base/format';
import type { RequestPart } from '@/lib/analysis/explain/request/request-parts';
import type { EntryParts } from '@/lib/analysis/explain/growth/entry-parts';
import { besideColor, partColor } from '../state/part-colors';
import { Swatch } from './swatch';

/** The request as one bar, part by part; a part filters the list. */
export function RequestBar(props: {
  readonly parts: readonly RequestPart[];
  readonly entryParts: EntryParts;
  readonly real: number;
  readonly projected: boolean;
  readonly chosen: string | null;
  readonly onChoose: (part: string | null) => void;
  /** Sentences below the parts. */
  readonly children: ReactNode;
}) {
  const { parts, entryParts, real, projected, chosen, onChoose, children } = props;
  const drawn = parts.filter(({ tokens }) => tokens > 0);
  const whole = drawn.reduce((sum, { tokens }) => sum + tokens, 0);
  const hidden = drawn.reduce((sum, one) => sum + (one.unrecorded ? one.tokens : 0), 0);
  const colorOf = ({ key, entryPart }: RequestPart): string =>
    entryPart === null ? besideColor(key) : partColor(entryPart, entryParts);
  const choose = (key: string): void => onChoose(chosen === key ? null : key);
  return (
    <section
      aria-label="Parts of the request"
      tabIndex={0}
      className="max-h-36 shrink-0 overflow-y-auto border-b border-line2 px-4 py-2 focus-visible:-outline-offset-2 @2xl:max-h-none @2xl:w-56 @2xl:border-b-0 @2xl:border-l"
    >
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <b data-request-real="">{formatProjected(real, projected)} tokens</b>
        {hidden === 0 ? null : (
          <span className="text-right text-ink3">
            hatched: not recorded, {formatPercent(hidden / whole)}
          </span>
        )}
      </div>
      <div aria-hidden="true" className="flex h-3.5 overflow-hidden rounded-[2px] bg-line2">
        {drawn.map((part) => (
          <span
            key={part.key}
            onClick={() => choose(part.key)}
            className={classNames(
              'cursor-pointer border-r border-bg last:border-r-0',
              chosen !== null && chosen !== part.key && 'opacity-35',
            )}
            style={{
              flexGrow: part.tokens,
              flexBasis: 0,
              backgroundColor: colorOf(part),
              backgroundImage: part.unrecorded ? 'var(--hatch)' : undefined,
            }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-1 @2xl:block">
        {parts.map((part) => (
          <li key={part.key}>
            <button
              type="button"
              aria-pressed={chosen === part.key}
              data-part={part.key}
              onClick={() => choose(part.key)}
              className={classNames(
                'inline-flex h-6 items-center gap-1.5 rounded px-1.5 text-sm hover:bg-sel @2xl:flex @2xl:w-full',
                chosen === part.key ? 'bg-sel font-semibold' : 'text-ink2',
              )}
            >
              <Swatch color={colorOf(part)} hatched={part.unrecorded} />
              <span className="truncate">
                <ForeignText text={part.name} />
              </span>
              <span className="text-ink @2xl:ml-auto">{formatInteger(part.tokens)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 text-sm text-ink3">{children}</div>
    </section>
  );
}
