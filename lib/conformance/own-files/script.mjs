/**
 * A seeded conversation for a whole program: what the user says, what the model answers, what tools give. The
 * same form for every system; its driver acts it out and keeps the file that the program wrote.
 */
import { readFileSync } from 'node:fs';
import { randomFrom } from '../random.mjs';

/** Kinds of sessions; a seed's is `KINDS[seed % KINDS.length]`. */
export const KINDS = [
  'plain',
  'texts',
  'calls',
  'usage',
  'images',
  'resume',
  'fork',
  'switch',
  'manual',
  'errors',
  'odd',
];

/** A seed's kind. */
export const kindOf = (seed) => KINDS[seed % KINDS.length];

const PHRASES = {
  ascii: [
    'The pool of connections is full again. ',
    'Look at the log of the second pod first. ',
    'It was the retry that hid the fault, not the timeout. ',
  ],
  cjk: ['接続プールがまた満杯です。', '再試行が障害を隠していました。', '먼저 로그를 보세요. '],
  emoji: ['🚀🔥 deploy ', '👩‍💻 reviewed it ', '🇩🇪🎉 '],
  accents: ['Später prüfen wir die Größe nochmals. ', 'Où était l’été dernier? ', 'Привет, мир. '],
  escapes: ['"a\\b"\t{"k": [1,\n2]}\n', '<div>&amp;\u0007</div>\r\n', 'C:\\temp\\new\n\n\n'],
};
const OTHERS = ['cjk', 'emoji', 'accents', 'escapes'];

/** A text of about so many UTF-16 units: one phrase again and again, so that files stay small when packed. */
function textOf(random, units, alphabets) {
  const phrase = random.pick(PHRASES[random.pick(alphabets)]);
  const times = Math.max(1, Math.round(units / phrase.length));
  return `${random.int(1, 99)} ${phrase.repeat(times)}`;
}

/** Names a file that holds the session to act out in place of a drawn one: a recording's, for a proof. */
export const GIVEN = 'HIGHWATER_SCRIPT';

/**
 * The session of a seed. `scale` is a text's usual size in units; `limits` draws the settings of a system, given
 * the random source and whether they are to be odd.
 */
export function scriptOf(seed, { scale, limits, turns: [fewest, most] = [4, 8] }) {
  const given = process.env[GIVEN];
  if (given !== undefined) return JSON.parse(readFileSync(given, 'utf8'));
  const random = randomFrom(seed);
  const kind = kindOf(seed);
  // Half of the sessions think, of systems whose files hold it.
  const reasons = random.chance(0.5);
  const draw = { random, kind, scale, reasons, alphabets: alphabetsOf(random, kind) };
  const settings = limits(random, kind);
  const later = kind === 'switch' ? { window: Math.trunc(settings.window * 0.74) } : settings;
  const count = random.int(fewest, most);
  const turns = Array.from({ length: count }, (_, i) => turnOf(draw, i, count));
  const ratio = random.int(6, 14) / 10;
  const summaries = Array.from({ length: 12 }, () =>
    textOf(random, random.int(100, scale), draw.alphabets),
  );
  return { seed, kind, settings, later, ratio, summaries, turns };
}

const alphabetsOf = (random, kind) => {
  if (kind === 'texts') return [random.pick(OTHERS), ...OTHERS];
  return kind === 'odd' ? ['ascii', random.pick(OTHERS)] : ['ascii'];
};

/** What stands before a turn, of the kinds that have something there. */
function beforeTurn({ random, kind }, turn, count) {
  if (turn === 0) return null;
  if (kind === 'resume' && random.chance(0.5)) return 'resume';
  if (kind === 'fork' && turn === Math.floor(count / 2)) return 'fork';
  if (kind === 'switch' && turn === Math.floor(count / 2)) return 'switch';
  return kind === 'manual' && random.chance(0.4) ? 'manual' : null;
}

function turnOf(draw, turn, count) {
  const { random, kind, scale, alphabets } = draw;
  const before = beforeTurn(draw, turn, count);
  const prompt = textOf(random, random.int(20, 2 * scale), alphabets);
  const images = kind === 'images' && random.chance(0.5) ? random.int(1, 2) : 0;
  const rounds = Array.from({ length: random.int(0, 5) }, () => roundOf(draw, true));
  return { before, prompt, images, rounds: [...rounds, roundOf(draw, false)] };
}

/** A request and its answer: an error of the provider, or a text and calls with their results. */
function roundOf(draw, calling) {
  const { random, kind, scale, alphabets } = draw;
  const text =
    random.chance(0.7) || !calling ? textOf(random, random.int(10, scale), alphabets) : '';
  const error = kind === 'errors' && random.chance(0.15) ? random.pick([400, 500]) : null;
  const most = kind === 'calls' ? 5 : 2;
  const calls = calling ? Array.from({ length: random.int(1, most) }, () => callOf(draw)) : [];
  const reasoning = draw.reasons && random.chance(0.5) ? random.int(1, 4 * scale) : 0;
  return { text, reasoning, error, calls, output: random.int(1, 400), usage: usageOf(draw) };
}

const usageOf = ({ random, kind }) => {
  if (kind !== 'usage') return 'plain';
  return random.pick(['plain', 'cached', 'cached', 'none']);
};

function callOf({ random, kind, scale, alphabets }) {
  const mode = kind === 'calls' ? random.pick(['ok', 'ok', 'fails', 'malformed', 'unknown']) : 'ok';
  const image = kind === 'images' && random.chance(0.3);
  const result = textOf(random, random.int(10, 2 * scale), alphabets);
  return { mode, image, argument: textOf(random, random.int(5, scale / 8), alphabets), result };
}
