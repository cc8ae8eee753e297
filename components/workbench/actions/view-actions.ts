import { hasTimes } from '@/lib/answers/report/chart/chart-axis';
import {
  axisNames,
  seriesLabels,
  seriesNames,
  toggled,
  trackNames,
  type SeriesName,
  type TrackName,
} from '@/lib/answers/report/chart/chart-look';
import { within } from '../state/draft';
import type { Action } from './action';
import { NUDGE_KEYS } from './setting-actions';

type ActionRun = Action['run'];

/** The keys 4 to 9 switch the chart's lines, in the order of the legend. */
const FIRST_LINE_KEY = NUDGE_KEYS + 1;

/** All tracks, then none. */
const nextTracks = (tracks: readonly TrackName[]): readonly TrackName[] =>
  tracks.length === trackNames.length ? [] : trackNames;

/** The range scaled about the selected step, or moved by a share of its width; inside the session. */
const view =
  (scale: number, shift: number): ActionRun =>
  ({ store }) => {
    const { range, step: selected } = store.frame();
    const last = store.session.profile.stepCount - 1;
    const width = range.to - range.from;
    const wide = Math.min(last, Math.max(Math.min(10, last), Math.round(width * scale)));
    const inside = within(range, selected);
    const share = width === 0 ? 0.5 : (inside - range.from) / width;
    const start = Math.round(inside - share * wide + shift * width);
    const from = Math.max(0, Math.min(start, last - wide));
    store.show({ from, to: from + wide }, scale === 1 ? 'pan' : 'keys');
  };

const showAll: ActionRun = ({ store }) => {
  const { range } = store.frame();
  const last = store.session.profile.stepCount - 1;
  if (range.from === 0 && range.to === last) store.toggleFit();
  else store.show({ from: 0, to: last });
};

const nextAxis: ActionRun = ({ store }) => {
  const { axis } = store.frame().look;
  const offered = axisNames.filter((name) => name !== 'time' || hasTimes(store.session.profile));
  const next = offered[(offered.indexOf(axis) + 1) % offered.length];
  if (next !== undefined) store.changeLook({ axis: next });
};

const line = (name: SeriesName, index: number): Action => ({
  ...{ id: `line-${name}`, group: 'View', title: `${seriesLabels[name]}: on or off` },
  keys: [`${index + FIRST_LINE_KEY}`],
  run: ({ store }) => {
    const { lines } = store.frame().look;
    store.changeLook({ lines: toggled(seriesNames, lines, name) });
  },
});

/** An action of the view with one key, or none. */
const one = (id: string, title: string, key: string | null, run: ActionRun): Action => ({
  ...{ id, group: 'View', title, run },
  ...(key === null ? {} : { keys: [key] }),
});

/** Actions that change what the chart shows, and what is made of it. */
export const viewActions: readonly Action[] = [
  one('zoom-in', 'zoom in', 'w', view(0.5, 0)),
  one('zoom-out', 'zoom out', 's', view(2, 0)),
  one('pan-back', 'earlier', 'a', view(1, -0.25)),
  one('pan-on', 'later', 'd', view(1, 0.25)),
  one('all-steps', 'show all steps; again: fit the values', 'f', showAll),
  one('zoom-back', 'back to the range zoomed from', 'Backspace', ({ store }) => store.zoomOut()),
  ...seriesNames.map(line),
  one('tracks', 'tracks: all, none', 't', ({ store }) =>
    store.changeLook({ tracks: nextTracks(store.frame().look.tracks) }),
  ),
  one('axis', 'axis by step, by turn, by time', 'x', nextAxis),
  one('fit', 'fit values to the data, or to the window', 'h', ({ store }) => store.toggleFit()),
  one('ledger', 'ledger: shown or folded', 'l', ({ toggleLedger }) => toggleLedger()),
  one('copy-link', 'copy the link', 'y', ({ copyLink }) => copyLink()),
  one('report', 'share a report', 'r', ({ openReport }) => openReport()),
  one('share', 'share …', null, ({ openShare }) => openShare()),
  one('keys', 'this sheet', '?', ({ openSheet }) => openSheet()),
];
