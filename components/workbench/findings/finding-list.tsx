'use client';

import { useId, type KeyboardEvent } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { scrollToPart } from '../tabs/scroll-to-part';
import { SeverityMark } from './severity-mark';

/** Tells findings of one replay apart. */
export const findingKey = ({ detector, of, sentence }: Finding): string =>
  detector.startsWith('usage-') ? `${of} ${detector} ${sentence}` : `${of} ${detector}`;

/** Steps of the list for each key that moves in it. */
const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The findings by severity; the arrow keys open one, Enter goes to its step. */
export function FindingList(props: {
  readonly findings: readonly Finding[];
  readonly open: Finding | null;
  readonly onOpen: (finding: Finding) => void;
  readonly onJump: (finding: Finding) => void;
}) {
  const { findings, open, onOpen, onJump } = props;
  const id = useId();
  const at = open === null ? -1 : findings.indexOf(open);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const next = move === undefined ? undefined : findings[move(at, findings.length - 1)];
    if (next !== undefined) onOpen(next);
    else if (event.key === 'Enter' && open !== null) onJump(open);
    else return;
    event.preventDefault();
    // Enter freezes nothing here.
    event.stopPropagation();
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label="Findings"
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      onKeyDown={onKeyDown}
      className="focus-visible:-outline-offset-2"
    >
      {findings.map((finding, i) => (
        <div
          key={findingKey(finding)}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          data-finding={finding.detector}
          ref={i === at ? scrollNear : undefined}
          onClick={() => onOpen(finding)}
          onDoubleClick={() => onJump(finding)}
          className={classNames(
            'grid cursor-pointer grid-cols-[18px_minmax(0,1fr)] gap-x-1.5 border-b border-line2 px-4 py-1.5',
            i === at ? 'bg-sel' : 'hover:bg-sel',
          )}
        >
          <SeverityMark severity={finding.severity} />
          <div className="flex flex-wrap items-baseline justify-between gap-x-1.5">
            <b className="font-medium">{finding.title}</b>
            <span className="text-sm text-ink3">{stepRangesText(finding.steps)}</span>
          </div>
          <p className="col-start-2 text-sm text-ink2">
            <ForeignText text={finding.sentence} />
          </p>
        </div>
      ))}
    </div>
  );
}

/** Shows the open finding; one that a link has opened leaves Tab at the top of the page. */
function scrollNear(option: HTMLElement | null): void {
  if (option === null) return;
  if (option.parentElement === document.activeElement) option.scrollIntoView({ block: 'nearest' });
  else scrollToPart(option);
}
