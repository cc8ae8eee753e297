// The seeded runs of OpenCode.
import { randomFrom } from '../random.mjs';

const SUBJECTS = ['fires', 'limits', 'tails', 'split', 'turns', 'mixed'];
const SMALL = [10_000, 14_000, 20_000, 30_000, 40_000, 80_000];
const MOST_OUTPUT = 32_000;

/** A scripted run, the same for the same seed. */
export function scriptOf(seed) {
  const random = randomFrom(seed);
  const subject = SUBJECTS[seed % SUBJECTS.length];
  const kept = ['tails', 'split', 'turns'].includes(subject);
  // The tail takes a quarter: short conversations reach it under a small window only.
  const context = random.pick(kept ? SMALL : [40_000, 64_000, 100_000, 128_000, 200_000, 400_000]);
  const output = kept
    ? 4_096
    : random.pick([4_096, 8_192, 16_384, ...(context > 64_000 ? [32_000, 64_000] : [])]);
  const limited = subject === 'limits' || random.chance(0.2);
  const input = limited ? Math.floor((context * random.int(50, 95)) / 100) : 0;
  // With nothing usable OpenCode compacts after every response, for ever.
  const most = Math.min(40_000, Math.floor(input / 2));
  const reserved = limited && random.chance(0.6) ? random.int(1_000, most) : null;
  const usable = usableOf({ context, output, input, reserved });
  const turns = Array.from({ length: random.int(kept ? 4 : 2, kept ? 7 : 4) }, () =>
    turnOf(random, subject),
  );
  return { seed, subject, context, output, input, reserved, usable, turns };
}

/** Where this generator expects the threshold, so that claimed usage lands at a margin of it. */
function usableOf({ context, output, input, reserved }) {
  const most = Math.min(output, MOST_OUTPUT);
  return input > 0
    ? Math.max(0, input - (reserved ?? Math.min(20_000, most)))
    : Math.max(0, context - most);
}

function turnOf(random, subject) {
  const long = subject === 'split' || subject === 'tails';
  const count = random.int(subject === 'split' ? 3 : 1, subject === 'split' ? 7 : 4);
  return {
    user: random.int(3, subject === 'tails' || subject === 'turns' ? 9_000 : 2_000),
    replies: Array.from({ length: count }, (_, i) => replyOf(random, long, i < count - 1)),
  };
}

function replyOf(random, long, goesOn) {
  return {
    message: !goesOn || random.chance(0.3) ? random.int(1, long ? 12_000 : 3_000) : 0,
    calls: goesOn
      ? Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => ({
          id: random.int(5, 30),
          bytes: random.int(1, long ? 16_000 : 4_000),
        }))
      : [],
    output: random.int(20, 400),
    margin: random.chance(long ? 0.25 : 0.45) ? random.pick([-1, -1, 0, 0, 1, 500]) : null,
    far: random.int(10, 80) / 100,
    summary: random.int(1, 3_000),
  };
}
