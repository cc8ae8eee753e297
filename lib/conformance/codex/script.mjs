// The seeded runs: what the user says, what the model answers, what usage the server claims.
import { randomFrom } from '../random.mjs';

const WINDOWS = [60_000, 100_000, 128_000, 200_000, 258_400, 272_000];

/** Runs whose subject is one thing; the others mix everything. */
const SUBJECTS = ['outputs', 'ids', 'parallel', 'reasoning', 'images', 'users', 'limit', 'mixed'];

/** A scripted run, the same for the same seed. */
export function scriptOf(seed) {
  const random = randomFrom(seed);
  const subject = SUBJECTS[seed % SUBJECTS.length];
  const window = random.pick(WINDOWS);
  const share = Math.floor((window * 9) / 10);
  const lower = random.int(Math.floor(window / 2), share - 1);
  const higher = random.int(share, window * 2);
  const limit = subject === 'limit' || random.chance(0.2) ? random.pick([lower, higher]) : 0;
  const threshold = Math.min(limit || Infinity, share);
  const turns = Array.from({ length: random.int(2, 4) }, () => turnOf(random, subject));
  return { seed, subject, window, limit, threshold, turns };
}

function turnOf(random, subject) {
  const big = subject === 'users';
  const user = big ? random.int(1_000, 60_000) : random.int(3, 3_000);
  const images = subject === 'images' || (subject === 'mixed' && random.chance(0.3)) ? 1 : 0;
  const replies = Array.from({ length: random.int(1, 4) }, () => replyOf(random, subject, true));
  return { user, images, replies: [...replies, replyOf(random, subject, false)] };
}

function replyOf(random, subject, goesOn) {
  const mixed = subject === 'mixed';
  const reasoning = subject === 'reasoning' || (mixed && random.chance(0.4));
  const many = subject === 'parallel' || (mixed && random.chance(0.3));
  return {
    reasoning: reasoning
      ? Array.from({ length: random.int(1, 2) }, () => random.int(0, 6_000))
      : [],
    message: !goesOn || random.chance(0.3) ? random.int(1, 4_000) : 0,
    calls: goesOn
      ? Array.from({ length: many ? random.int(2, 4) : 1 }, () => callOf(random, subject))
      : [],
    output: random.int(20, 400),
    // Tokens from the threshold at which the next check finds itself; null for far below.
    margin: random.chance(0.5) ? random.pick([-2, -1, -1, 0, 0, 1]) : null,
    far: random.int(10, 80) / 100,
    summary: random.chance(0.1) ? 0 : random.int(1, 3_000),
  };
}

function callOf(random, subject) {
  const picture = subject === 'images' && random.chance(0.5);
  return {
    tool: picture ? 'view_image' : 'exec_command',
    id: subject === 'ids' ? random.int(2, 60) : 29,
    bytes: random.int(0, subject === 'outputs' ? 30_000 : 3_000),
    wide: random.chance(0.2),
  };
}
