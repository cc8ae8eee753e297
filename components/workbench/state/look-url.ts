import {
  axisNames,
  defaultLook,
  seriesNames,
  trackNames,
  type ChartLook,
} from '@/lib/answers/report/chart/chart-look';

/** Names of a link that say what the chart shows. */
export const LOOK_KEYS = ['lines', 'tracks', 'axis'] as const;

/** Value of an empty list. */
const NONE = 'none';

/** The look that a link names; `leftOut` is called with each bad value's name and fault. */
export function readLook(
  params: URLSearchParams,
  leftOut: (key: string, why: string) => void,
): ChartLook {
  const listOf = <Name extends string>(
    key: 'lines' | 'tracks',
    names: readonly Name[],
    otherwise: readonly Name[],
  ): readonly Name[] => {
    const text = params.get(key);
    if (text === null) return otherwise;
    const given = text === NONE ? [] : text.split(',');
    if (given.every((one) => (names as readonly string[]).includes(one))) {
      return names.filter((one) => given.includes(one));
    }
    leftOut(key, `not a list of ${names.join(', ')}, or ${NONE}`);
    return otherwise;
  };
  const lines = listOf('lines', seriesNames, defaultLook.lines);
  const tracks = listOf('tracks', trackNames, defaultLook.tracks);
  const named = params.get('axis') ?? defaultLook.axis;
  const axis = axisNames.find((name) => name === named);
  if (axis === undefined) leftOut('axis', `not one of ${axisNames.join(', ')}`);
  return { lines, tracks, axis: axis ?? defaultLook.axis };
}

/** Adds a look to a link; what is the default is left out. */
export function writeLook(look: ChartLook, params: URLSearchParams): void {
  for (const key of ['lines', 'tracks'] as const) {
    const text = look[key].join(',');
    if (text !== defaultLook[key].join(',')) params.set(key, text === '' ? NONE : text);
  }
  if (look.axis !== defaultLook.axis) params.set('axis', look.axis);
}
