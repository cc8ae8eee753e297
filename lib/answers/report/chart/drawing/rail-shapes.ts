import type { RailKind } from '@/lib/analysis/explain/policy-events';
import { diamond, square, triangle } from './svg-paths';

/** A mark of the event rail: its outline around a point, and how it is painted. */
interface RailShape {
  readonly path: (x: number, y: number) => string;
  /** Colour token, and filled or stroked painting. */
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

type Paint = (path: RailShape['path'], color: string) => RailShape;
const outlined: Paint = (path, color) => ({ path, color: `var(--${color})`, filled: false });
const filled: Paint = (path, color) => ({ ...outlined(path, color), filled: true });

/** The mark of each kind; no two kinds share a shape and a way of painting it. */
export const railShapes: Readonly<Record<RailKind | 'several', RailShape>> = {
  recorded: outlined(diamond, 'compaction'),
  elision: outlined(square, 'compaction'),
  'recorded-overflow': outlined(triangle, 'overflow'),
  // An arrow down.
  drop: outlined(strokes([0, -5, 0, 5], [-3.5, 1.5, 0, 5], [3.5, 1.5, 0, 5]), 'ink2'),
  // A broken line: what was cached is not read on. A number struck out.
  'cache-break': outlined(strokes([-4.5, 0, -1.5, 0], [1.5, 0, 4.5, 0], [-1, -4, 1, 4]), 'ink2'),
  doubtful: outlined((x, y) => circle(3.5)(x, y) + strokes([-5, 4, 5, -4])(x, y), 'overflow'),
  replayed: filled(diamond, 'compaction'),
  overflow: filled(triangle, 'overflow'),
  // A chevron: the policy calls a hook.
  hook: outlined(strokes([-3.5, 2.5, 0, -2.5], [0, -2.5, 3.5, 2.5]), 'ink2'),
  boundary: outlined(strokes([0, -5, 0, 5], [-2.5, -5, 2.5, -5], [-2.5, 5, 2.5, 5]), 'ink2'),
  prune: filled(square, 'ink2'),
  failure: outlined(strokes([-3.5, -3.5, 3.5, 3.5], [-3.5, 3.5, 3.5, -3.5]), 'overflow'),
  reactive: filled(polygon([-4, -4.5], [4, -4.5], [-4, 4.5], [4, 4.5]), 'compaction'),
  'no-op': outlined(circle(3.5), 'ink2'),
  lost: outlined(polygon([-4.5, -4], [4.5, -4], [0, 4.5]), 'overflow'),
  orphan: outlined(strokes([-4, 0, 4, 0], [0, -4, 0, 4]), 'overflow'),
  exit: filled(polygon([-4, -4], [4, -4], [4, 4], [-4, 4]), 'overflow'),
  requeued: filled(polygon([-3.5, -4.5], [4.5, 0], [-3.5, 4.5]), 'ink2'),
  // A tilde: an estimate.
  estimated: outlined(
    strokes([-4.5, 1.5, -1.5, -1.5], [-1.5, -1.5, 1.5, 1.5], [1.5, 1.5, 4.5, -1.5]),
    'ink2',
  ),
  breaker: outlined(strokes([-2.5, -4.5, -2.5, 4.5], [2.5, -4.5, 2.5, 4.5]), 'overflow'),
  // A page cut across; a ring that nobody looks into; a balloon on its string.
  'split-turn': outlined(strokes([-4, -3, 4, -3], [-4, 3, 4, 3], [-2, 0, 2, 0]), 'ink2'),
  unchecked: outlined((x, y) => circle(4)(x, y) + strokes([0, -1.5, 0, 1.5])(x, y), 'ink2'),
  inflated: outlined((x, y) => circle(3)(x, y - 1.5) + strokes([0, 1.5, 0, 5.5])(x, y), 'overflow'),
  // The half of a diamond that its landing fills; two bars in a ring: it waits.
  start: outlined(polygon([2.5, -5], [-2.5, 0], [2.5, 5]), 'compaction'),
  blocked: outlined(
    (x, y) => circle(4.5)(x, y) + strokes([-1.3, -1.8, -1.3, 1.8], [1.3, -1.8, 1.3, 1.8])(x, y),
    'ink2',
  ),
  // A plus in a square: a call more.
  added: outlined(
    (x, y) =>
      polygon([-4, -4], [4, -4], [4, 4], [-4, 4])(x, y) +
      strokes([-2, 0, 2, 0], [0, -2, 0, 2])(x, y),
    'ink2',
  ),
  // A bolt: an injected fault.
  fault: filled(
    polygon([1.5, -6], [-4, 1.2], [-0.6, 1.2], [-1.5, 6], [4, -1.2], [0.6, -1.2]),
    'accent',
  ),
  several: filled(
    (x, y) => circle(1.4)(x - 4.2, y) + circle(1.4)(x, y) + circle(1.4)(x + 4.2, y),
    'ink2',
  ),
};
