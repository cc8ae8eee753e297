import { codec, group, oneOf, single, type Codec } from '@/lib/engine/base/address';
import {
  axisNames,
  defaultLook,
  seriesNames,
  trackNames,
  type ChartLook,
} from '@/lib/answers/report/chart/chart-look';

/** Value of an empty list. */
const NONE = 'none';

/** Some of some names, in their order. */
const someOf = <Name extends string>(names: readonly Name[]): Codec<readonly Name[]> =>
  codec(
    `not a list of ${names.join(', ')}, or ${NONE}`,
    (text): readonly Name[] | undefined => {
      const given = text === NONE ? [] : text.split(',');
      const isKnown = given.every((one) => (names as readonly string[]).includes(one));
      return isKnown ? names.filter((one) => given.includes(one)) : undefined;
    },
    (some) => (some.length === 0 ? NONE : some.join(',')),
  );

/** What the chart shows, in a link. */
export const lookParameters = group<ChartLook>({
  lines: single('lines', someOf(seriesNames), defaultLook.lines),
  tracks: single('tracks', someOf(trackNames), defaultLook.tracks),
  axis: single('axis', oneOf(axisNames), defaultLook.axis),
});
