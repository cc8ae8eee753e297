/**
 * What a seeded session holds, in short. Between blanks: `u400` a prompt, `x400` an extension's message,
 * `b400` a branch summary, `t400+h80+c30+c6` a response of text, thinking and calls, `r400+i` a result with a
 * picture. A number is a text's UTF-16 units; a letter behind it says which text: none for ASCII, `e` two
 * bytes a unit, `g` an emoji of four bytes and two units, `n` newlines, which JSON escapes.
 *
 * `-12` is a request whose response has 12 tokens and a usage, `~` one without usage, `!` one that failed,
 * `^` one that was aborted: neither of these has a response.
 */
import { picture } from '../picture.mjs';
import { randomFrom } from '../random.mjs';

const letters = { '': 'x', e: 'é', g: '😀', n: '\n' };
/** The picture that stands for all: its size is of no consequence to pi. */
export const PICTURE = picture(64, 48);
export const PICTURE_TYPE = 'image/png';
export const TOOL = 'look';
export const ARGUMENT = 'pa';

/** The pieces of an item: its letter, its units and its text. */
export const piecesOf = (short) =>
  short.split('+').map((piece) => {
    const [, letter, units, kind] = /^([a-z])(\d*)([a-z]?)$/.exec(piece);
    const text = letters[kind];
    return { letter, text: text.repeat(Number(units) / text.length) };
  });

export const isRequest = (short) => /^[-~!^]/.test(short);

/** Bytes ÷ 4, floored per field: how a generated session counts what a request holds. */
export function referenceOf(short) {
  const floored = (...sizes) => sizes.reduce((sum, size) => sum + Math.floor(size / 4), 0);
  const [first, ...rest] = piecesOf(short);
  const size = ({ letter, text }) => {
    const bytes = Buffer.byteLength(text);
    if (letter === 'c') return floored(TOOL.length, ARGUMENT.length, bytes);
    if (letter === 'i') return floored(PICTURE_TYPE.length, PICTURE.length);
    // Printed as `map[result:…]`.
    return letter === 'r' ? floored(TOOL.length, 12 + bytes) : floored(bytes);
  };
  return rest.reduce((sum, piece) => sum + size(piece), size(first));
}

/** Settings and log of a seed. */
export function scriptOf(seed) {
  const random = randomFrom(seed);
  const window = random.int(30, 200) * 250;
  const reserve = random.pick([0, 1_000, 2_048, Math.trunc(window / 4)]);
  const keep = random.pick([
    0,
    1,
    500,
    2_000,
    4_000,
    Math.trunc(window / 5),
    Math.trunc(window / 2),
    window,
  ]);
  // A summary's bytes; 0 for one that fails.
  const summaries = Array.from({ length: 12 }, () =>
    random.chance(0.05) ? 0 : random.int(20, 1_000) + (random.chance(0.2) ? 4_000 : 0),
  );
  return {
    window,
    reserve,
    keep,
    system: random.int(0, 2_000),
    ratio: random.int(3, 16) / 8,
    summaries,
    log: drawLog(random, window),
  };
}

function drawLog(random, window) {
  const scale = random.pick([24, 12, 6]);
  const most = Math.trunc((4 * window) / scale);
  const log = [];
  // A third of the sessions: calls that fail, what extensions say, empty texts.
  const rough = random.chance(0.33);
  const units = (top) =>
    random.chance(rough ? 0.2 : 0.06) ? random.int(0, 3) : random.int(0, top);
  const sized = (letter, top) => {
    const kind = random.chance(0.12) ? random.pick(['e', 'g', 'n']) : '';
    const count = units(top);
    return `${letter}${kind === 'g' ? count - (count % 2) : count}${kind}`;
  };
  const pictures = () => (random.chance(0.08) ? '+i' : '');
  const spare = random.chance(0.15);
  for (let turn = random.int(2, 8); turn > 0; turn--) {
    if (log.length > 0 && random.chance(rough ? 0.6 : 0.1))
      log.push(random.chance(0.5) ? sized('x', most) : `b${random.int(1, most)}`);
    log.push(sized('u', most) + pictures());
    let ended = false;
    for (let round = random.int(0, 8); round > 0 && !ended; round--) {
      ended = random.chance(rough ? 0.25 : 0.04);
      log.push(ended ? random.pick(['!', '^']) : request(random, spare));
      if (ended) break;
      const calls = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
        sized('c', most / 8),
      );
      const said = [
        ...(random.chance(0.5) ? [sized('h', most / 4)] : []),
        ...(random.chance(0.6) ? [sized('t', most / 4)] : []),
      ];
      log.push([...said, ...calls].join('+'));
      for (const _ of calls) log.push(sized('r', most) + pictures());
    }
    if (ended) continue;
    log.push(request(random, spare), sized('t', most / 2));
  }
  return log;
}

const request = (random, spare) =>
  random.chance(spare ? 0.5 : 0.04) ? '~' : `-${random.int(0, 900)}`;
