import type { PointRows } from './point-rows';

type Places = Pick<PointRows, 'places'>;

/** Distances along the other side count this much: an arrow keeps its line where it can. */
const ASIDE = 3;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The points at the place of one, in their order. */
export function samePlace({ places }: Places, point: number): readonly number[] {
  const at = places[point];
  return [...places.keys()].filter((one) => {
    const other = places[one];
    return other?.x === at?.x && other?.y === at?.y;
  });
}

/** The point that a key leads to; null for other keys. */
export function movedPoint(rows: Places, from: number, key: string): number | null {
  const { places } = rows;
  if (key === 'Home' || key === 'End') return key === 'Home' ? 0 : places.length - 1;
  if (key === 'PageDown' || key === 'PageUp') {
    const here = samePlace(rows, from);
    const next = here.indexOf(from) + (key === 'PageDown' ? 1 : -1);
    return here[(next + here.length) % here.length] ?? from;
  }
  const arrow = arrows[key];
  const own = places[from];
  if (arrow === undefined || own === undefined) return null;
  const [right, up] = arrow;
  let best = { point: from, far: Infinity };
  for (const [point, { x, y }] of places.entries()) {
    const [dx, dy] = [x - own.x, y - own.y];
    const ahead = dx * right + dy * up;
    if (ahead <= 0) continue;
    const far = ahead + ASIDE * Math.abs(dx * up + dy * right);
    if (far < best.far) best = { point, far };
  }
  return best.point;
}

/** The point nearest to pixels from the lower left corner of a map; null where none is near enough. */
export function nearestPoint(
  { places }: Places,
  at: { readonly x: number; readonly y: number },
  {
    width,
    height,
    most,
  }: { readonly width: number; readonly height: number; readonly most: number },
): number | null {
  let best: { readonly point: number | null; readonly far: number } = { point: null, far: most };
  for (const [point, { x, y }] of places.entries()) {
    const far = Math.hypot(x * width - at.x, y * height - at.y);
    if (far < best.far) best = { point, far };
  }
  return best.point;
}
