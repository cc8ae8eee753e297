import { textFixtures } from '@/lib/importers/testing/fixtures';

/** Processor time of this process so far, in milliseconds: what else the machine does costs none. */
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

/** Bytes that are parsed to find the pace: enough for the clock. */
const MEASURED_BYTES = 4e6;

/** Milliseconds that bare `JSON.parse` takes for a megabyte of the fixtures, here and now. */
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
 * How many times bare parsing a read may take. `JSON.parse` manages 100 MB a second and more where
 * nothing else runs, so that this is the second a megabyte beyond which a read counts as hanging;
 * importers take 5 to 40 times.
 */
export const MOST_TIMES_PARSING = 100;
