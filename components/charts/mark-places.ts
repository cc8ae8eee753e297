import type { EvidencePlace } from '@/lib/answers/report/chart/evidence-places';
import type { TrackName } from '@/lib/answers/report/chart/chart-look';
import type { ChartFeed } from './chart-feed';
import { endLabels } from './end-labels';
import { isIn, labelBoxes, prefixNote, type Box } from './chart-labels';
import { xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels from a mark's middle to its edge, and to what it marks. */
const HALF = 8;
const ASIDE = 14;
/** Place of a mark below the two lines of text beside a track. */
const BESIDE = { x: 24, y: 49 } as const;
/** Places along a line, as shares of the plot's width. */
const SHARES = [0.03, 0.3, 0.55, 0.8] as const;

/** A pixel of the chart. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** What places are read from: the rows on screen, their scales, and the top of each open track. */
export interface MarkGround {
  readonly feed: ChartFeed;
  readonly scales: PlotScales;
  readonly tracks: ReadonlyMap<TrackName, number>;
}

/**
 * The middle of a mark at each thing, so that it covers no label and no other mark where there is room;
 * null where the thing is not on screen.
 */
export function markPlaces(
  places: readonly EvidencePlace[],
  ground: MarkGround,
): readonly (Pixel | null)[] {
  const all = places.map((place) => candidates(place, ground));
  // Labels are measured in every frame of a drag: only where a mark has a choice.
  const hasChoice = all.some(({ length }) => length > 1);
  const taken = hasChoice ? [...labelBoxes(ground.feed, ground.scales)] : [];
  return all.map((wanted) => {
    const free = wanted.find((one) => !taken.some((box) => meets(box, boxAt(one))));
    const found = free ?? wanted[0] ?? null;
    if (found !== null) taken.push(boxAt(found));
    return found;
  });
}

const boxAt = ({ x, y }: Pixel): Box => ({
  ...{ left: x - HALF, right: x + HALF },
  ...{ top: y - HALF, bottom: y + HALF },
});

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Where a mark may stand, the best place first; empty where its thing is not on screen. */
function candidates(place: EvidencePlace, ground: MarkGround): readonly Pixel[] {
  const { feed, scales, tracks } = ground;
  const { left, right, top, bottom } = scales;
  const inPlot = (pixels: readonly Pixel[]): readonly Pixel[] =>
    pixels.filter(
      ({ x, y }) => x >= left + HALF && x <= right - HALF && y >= top && y <= bottom - HALF,
    );
  switch (place.kind) {
    case 'prefix': {
      const note = prefixNote(feed.notes().prefix, scales);
      if (note === null) return [];
      const { x, from, to } = note;
      return [
        { x, y: (from + to) / 2 },
        { x, y: to - HALF },
      ];
    }
    case 'jump': {
      const [from, to] = [xOf(scales, place.from), xOf(scales, place.to)];
      const y = yOf(scales, (place.low + place.high) / 2);
      if (!isIn(scales, from) || !isIn(scales, to) || Number.isNaN(y)) return [];
      return inPlot([
        { x: from - ASIDE, y },
        { x: to + ASIDE, y },
        { x: from - ASIDE, y: y + 2 * HALF },
      ]);
    }
    case 'level': {
      const rows = feed.rows();
      const value = rows[place.level];
      const y = yOf(scales, value);
      if (value < 0 || rows.levels[place.level].steps.length === 0) return [];
      return inPlot(SHARES.map((share) => ({ x: left + share * (right - left), y })));
    }
    case 'track': {
      const begin = tracks.get(place.track);
      if (begin !== undefined) return [{ x: right + BESIDE.x, y: begin + BESIDE.y }];
      const labels = endLabels(feed, scales);
      const label = place.track === 'correction' ? labels.calibrated : labels.decision;
      return label === undefined ? [] : [{ x: right + HALF - 2, y: label.y }];
    }
    case 'heuristic': {
      const [x, y] = [xOf(scales, place.step), yOf(scales, place.value)];
      if (!isIn(scales, x) || feed.rows().heuristic.steps.length === 0) return [];
      return inPlot(
        [-1, 1].flatMap((up) =>
          [-1, 1].map((side) => ({ x: x + side * ASIDE, y: y + up * ASIDE })),
        ),
      );
    }
    case 'step': {
      const x = xOf(scales, place.step);
      if (!isIn(scales, x)) return [];
      return inPlot(
        [ASIDE, 3 * ASIDE].flatMap((up) =>
          [-1, 1].map((side) => ({ x: x + side * ASIDE, y: bottom - up })),
        ),
      );
    }
  }
}
