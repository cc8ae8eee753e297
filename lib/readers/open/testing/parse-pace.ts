import { textFixtures } from '@/lib/readers/importers/testing/fixtures';

/** Processor time of this process so far, in milliseconds; other processes do not count. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Processor time of a run, in milliseconds. */
export function cpuTimeOf(run: () => void): number {
  const start = cpuMs();
  run();
  return cpuMs() - start;
}

/** Bytes parsed to measure the pace: enough for the clock. */
const MEASURED_BYTES = 4e6;

/** Milliseconds of bare `JSON.parse` per megabyte of the fixtures, measured now. */
export function parseMsPerMegabyte(): number {
  const texts = textFixtures.flatMap(({ input, text }) =>
    input === 'json' ? [text] : text.split('\n'),
  );
  const valid = texts.filter((text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  });
  const size = valid.reduce((sum, text) => sum + text.length, 0);
  const rounds = Math.ceil(MEASURED_BYTES / size);
  const round = (): number =>
    cpuTimeOf(() => {
      for (let i = 0; i < rounds; i++) for (const text of valid) JSON.parse(text);
    });
  return (Math.min(round(), round(), round()) / (rounds * size)) * 1e6;
}

/**
 * Most time of a read, as a multiple of bare parsing. `JSON.parse` reads 100 MB/s or more on an idle
 * machine, so this is the second per megabyte beyond which a read counts as hanging; importers take
 * 5 to 40 times.
 */
export const MOST_TIMES_PARSING = 100;
