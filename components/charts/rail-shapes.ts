import type { RailKind } from '@/lib/report/policy-events';
import { diamond, square, triangle } from './svg-paths';

/** A mark of the event rail: its outline around a point, and how it is painted. */
export interface RailShape {
  readonly path: (x: number, y: number) => string;
  /** Colour token, and whether the outline is filled or only stroked. */
  readonly color: string;
  readonly filled: boolean;
}

const at = (pixel: number): number => Math.round(pixel * 10) / 10;
const polygon =
  (...points: readonly (readonly [number, number])[]) =>
  (x: number, y: number): string =>
    `${points.map(([dx, dy], i) => `${i === 0 ? 'M' : 'L'}${at(x + dx)} ${at(y + dy)}`).join('')}Z`;
const strokes =
  (...lines: readonly (readonly [number, number, number, number])[]) =>
  (x: number, y: number): string =>
    lines.map(([a, b, c, d]) => `M${at(x + a)} ${at(y + b)}L${at(x + c)} ${at(y + d)}`).join('');
const circle =
  (r: number) =>
  (x: number, y: number): string =>
    `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const shape = (path: RailShape['path'], color: string, filled: boolean): RailShape => ({
  path,
  color: `var(--${color})`,
  filled,
});

/** The mark of each kind; no two kinds share a shape and a way of painting it. */
export const railShapes: Readonly<Record<RailKind | 'several', RailShape>> = {
  recorded: shape(diamond, 'compaction', false),
  elision: shape(square, 'compaction', false),
  'recorded-overflow': shape(triangle, 'overflow', false),
  replayed: shape(diamond, 'compaction', true),
  overflow: shape(triangle, 'overflow', true),
  // A chevron: the policy calls out.
  hook: shape(strokes([-3.5, 2.5, 0, -2.5], [0, -2.5, 3.5, 2.5]), 'ink2', false),
  boundary: shape(strokes([0, -5, 0, 5], [-2.5, -5, 2.5, -5], [-2.5, 5, 2.5, 5]), 'ink2', false),
  prune: shape(square, 'ink2', true),
  failure: shape(strokes([-3.5, -3.5, 3.5, 3.5], [-3.5, 3.5, 3.5, -3.5]), 'overflow', false),
  reactive: shape(polygon([-4, -4.5], [4, -4.5], [-4, 4.5], [4, 4.5]), 'compaction', true),
  'no-op': shape(circle(3.5), 'ink2', false),
  lost: shape(polygon([-4.5, -4], [4.5, -4], [0, 4.5]), 'overflow', false),
  orphan: shape(strokes([-4, 0, 4, 0], [0, -4, 0, 4]), 'overflow', false),
  exit: shape(polygon([-4, -4], [4, -4], [4, 4], [-4, 4]), 'overflow', true),
  requeued: shape(polygon([-3.5, -4.5], [4.5, 0], [-3.5, 4.5]), 'ink2', true),
  // A tilde: about so many.
  estimated: shape(
    strokes([-4.5, 1.5, -1.5, -1.5], [-1.5, -1.5, 1.5, 1.5], [1.5, 1.5, 4.5, -1.5]),
    'ink2',
    false,
  ),
  breaker: shape(strokes([-2.5, -4.5, -2.5, 4.5], [2.5, -4.5, 2.5, 4.5]), 'overflow', false),
  // A page cut across; a ring that nobody looks into; a balloon on its string.
  'split-turn': shape(strokes([-4, -3, 4, -3], [-4, 3, 4, 3], [-2, 0, 2, 0]), 'ink2', false),
  unchecked: shape((x, y) => circle(4)(x, y) + strokes([0, -1.5, 0, 1.5])(x, y), 'ink2', false),
  inflated: shape(
    (x, y) => circle(3)(x, y - 1.5) + strokes([0, 1.5, 0, 5.5])(x, y),
    'overflow',
    false,
  ),
  // A bolt: what the user lets strike.
  fault: shape(
    polygon([1.5, -6], [-4, 1.2], [-0.6, 1.2], [-1.5, 6], [4, -1.2], [0.6, -1.2]),
    'accent',
    true,
  ),
  several: shape(
    (x, y) => circle(1.4)(x - 4.2, y) + circle(1.4)(x, y) + circle(1.4)(x + 4.2, y),
    'ink2',
    true,
  ),
};
