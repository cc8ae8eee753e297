'use client';

import { memo, useId, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { FINGER } from './finger-hold';
import type { HeatCell } from './heat-rows';
import { movedPoint, nearestPoint, samePlace } from './point-keys';
import type { PointAxis, PointRows } from './point-rows';

/** Height of the map in pixels, and the size of a point. */
const HEIGHT = 320;
const SIZE = 11;

/**
 * Sampled settings as points on two of them. Arrow keys lead to the nearest point in their direction,
 * Page Up and Page Down through the points at one place, Enter opens the selected one.
 */
export function PointMap(props: {
  readonly rows: PointRows;
  readonly selected: number;
  readonly onSelect: (cell: number) => void;
  readonly onOpen: () => void;
}) {
  const { rows, selected, onSelect, onOpen } = props;
  const { across, up, label } = rows;
  const id = useId();
  const here = samePlace(rows, selected);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      return onOpen();
    }
    const next = movedPoint(rows, selected, event.key);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  }
  function onClick({ target, clientX, clientY, currentTarget }: MouseEvent): void {
    const point = target instanceof Element ? target.closest('[data-point]') : null;
    const { left, bottom, width } = currentTarget.getBoundingClientRect();
    const at = { x: clientX - left, y: bottom - clientY };
    const found =
      point === null
        ? nearestPoint(rows, at, { width, height: HEIGHT, most: FINGER / 2 })
        : Number(point.getAttribute('data-point'));
    if (found !== null) onSelect(found);
  }

  return (
    <div className="pt-1 pr-2 text-xs text-ink2">
      <p>{up.name} ↑</p>
      <div className="flex gap-2 pt-2">
        <Ticks axis={up} side="up" />
        <div className="min-w-0 flex-1">
          <div
            role="listbox"
            aria-label={label}
            aria-activedescendant={`${id}-${selected}`}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onClick={onClick}
            className="relative cursor-default border-b border-l border-line focus-visible:outline-offset-4"
            style={{ height: HEIGHT }}
          >
            <Limit at={across.limit} side="across" />
            <Limit at={up.limit} side="up" />
            <Points id={id} rows={rows} selected={selected} />
          </div>
          <Ticks axis={across} side="across" />
          <p className="flex justify-between">
            <span>{across.name} →</span>
            {here.length < 2 ? null : (
              <span data-stack="">
                {here.indexOf(selected) + 1} of {here.length} at this place: Page Up, Page Down
              </span>
            )}
          </p>
        </div>
      </div>
    </div>
  );
}

const looks: Readonly<Record<HeatCell['kind'], string>> = {
  value: 'rounded-full border border-ink3',
  broken: 'text-overflow',
  outside: 'scale-50 rounded-full border border-ink3 bg-line2',
  open: 'rounded-full border border-line',
};

const Points = memo(function Points(props: {
  readonly id: string;
  readonly rows: PointRows;
  readonly selected: number;
}) {
  const { id, rows, selected } = props;
  const { cells, places, plateau, generatedOnly, baseline } = rows;
  return cells.map((cell, index) => {
    const place = places[index] ?? { x: 0, y: 0 };
    const isSelected = index === selected;
    return (
      <div
        key={index}
        id={`${id}-${index}`}
        role="option"
        aria-selected={isSelected}
        aria-label={cell.words}
        title={cell.words}
        data-point={index}
        data-kind={cell.kind}
        className={classNames(
          'absolute grid place-items-center leading-none font-semibold',
          looks[cell.kind],
          plateau.has(index) && 'border-2 border-ink',
          generatedOnly.has(index) && 'border-[1.5px] border-dashed border-ink2',
          index === baseline && 'outline-2 outline-offset-1 outline-accent',
          isSelected && 'outline-2 outline-offset-2 outline-ink outline-dashed',
        )}
        style={{
          left: `calc(${100 * place.x}% - ${SIZE / 2}px)`,
          bottom: `calc(${100 * place.y}% - ${SIZE / 2}px)`,
          width: SIZE,
          height: SIZE,
          background: cell.kind === 'value' ? shade(cell.level) : 'transparent',
          // Of several points at one place the selected one is on top, then the worst.
          zIndex: isSelected ? 3 : cell.kind === 'broken' ? 2 : index === baseline ? 1 : 0,
        }}
      >
        {cell.kind === 'broken' ? cell.text.slice(0, 1) : ''}
      </div>
    );
  });
});

/** More of the compaction's colour for more of them. */
const shade = (level: number): string =>
  `color-mix(in srgb, var(--compaction) ${Math.round(6 + 64 * level)}%, var(--panel))`;

/** The line beyond which nothing can be chosen. */
function Limit({ at, side }: { readonly at: number | null; readonly side: 'across' | 'up' }) {
  if (at === null) return null;
  const place = `${100 * at}%`;
  return side === 'across' ? (
    <span
      aria-hidden="true"
      className="absolute -top-5 bottom-0 border-l border-dashed border-window pl-1.5 whitespace-nowrap text-window"
      style={{ left: place }}
    >
      above the limit: infeasible
    </span>
  ) : (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 border-b border-dashed border-window pl-1.5 text-window"
      style={{ bottom: place }}
    >
      above the limit: infeasible
    </span>
  );
}

const Ticks = ({ axis, side }: { readonly axis: PointAxis; readonly side: 'across' | 'up' }) => (
  <div
    aria-hidden="true"
    className={classNames('relative shrink-0 text-ink3', side === 'up' ? 'w-9' : 'mt-1 h-4')}
    style={side === 'up' ? { height: HEIGHT } : undefined}
  >
    {axis.ticks.map(({ at, text }) => (
      <span
        key={text}
        className={classNames(
          'absolute',
          side === 'up' ? 'right-0 translate-y-1/2' : '-translate-x-1/2',
        )}
        style={side === 'up' ? { bottom: `${100 * at}%` } : { left: `${100 * at}%` }}
      >
        {text}
      </span>
    ))}
  </div>
);
