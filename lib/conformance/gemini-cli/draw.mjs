/** Draws settings and events of generated sessions. */

const LIMITS = { 'gemini-2.5-pro': 1_048_576, 'gemini-3-pro-preview': 1_048_576 };
const SMALL_MODEL = 'gemma-4-31b-it';
const SMALL_LIMIT = 256_000;

/** Letters of texts, and those of results that may be cut: where they are of one script throughout. */
const LETTERS = ['', 'e', 'z', 'z', 'g', 'j', 'j'];
const CUT_LETTERS = ['', 'e', 'z', 'z'];
/** No result of fewer units is cut or masked. */
const WHOLE = 600;
/** Around the length from which on Gemini CLI weighs no letter. */
const LONG = [99_999, 100_000, 100_001, 130_000];

/** A text in short: its UTF-16 units and its letter; an emoji has two units. */
const wideText = (random, units, letters) => {
  const letter = random.pick(letters);
  return letter === 'g' ? `${units + (units % 2)}g` : `${units}${letter}`;
};

/** A session's events in short, model calls between them. */
export function drawLog(random, sizes) {
  const { turns, most, large, images, wide } = sizes;
  const fours = (from, to) =>
    wide
      ? wideText(random, 4 * random.int(from, to) + random.int(0, 3), LETTERS)
      : 4 * random.int(from, to);
  const argument = () => (wide ? fours(0, 80) : 2 + fours(0, 80));
  const result = (units) => {
    if (!wide) return units;
    return wideText(random, units, units < WHOLE ? LETTERS : CUT_LETTERS);
  };
  const prompt = () => {
    if (wide && most > WHOLE * 10 && random.chance(0.1)) return `${random.pick(LONG)}z`;
    return fours(1, random.chance(0.1) ? most : 300);
  };
  const log = [];
  const ask = () => log.push(random.chance(0.75) || !log.includes('-') ? '-' : '~');
  const thought = () => (random.chance(0.2) ? `t${fours(1, 200)}+` : '');
  const answer = () => {
    if (random.chance(0.05)) return 'r0';
    const units = random.chance(large) ? random.int(30_000, 190_000) : random.int(1, most);
    return `r${result(units)}`;
  };
  for (let turn = random.int(2, turns); turn > 0; turn--) {
    const image = random.chance(images) ? `+i${12 * random.int(1, 800)}` : '';
    log.push(`u${prompt()}${image}`);
    for (let round = random.chance(0.25) ? 0 : random.int(0, 6); round > 0; round--) {
      ask();
      const calls = Array.from({ length: random.int(1, 3) }, () => `c${argument()}`);
      const said = random.chance(0.3) ? `m${fours(1, 60)}+` : '';
      log.push(`${thought()}${said}${calls.join('+')}`);
      log.push(calls.map(answer).join('+'));
    }
    ask();
    log.push(`${thought()}m${fours(1, random.chance(0.2) ? most : 300)}`);
  }
  return log;
}

/** Results of several scripts stay whole where the most is the usual one. */
function mostOf(random, wide) {
  const most = random.pick([
    40_000,
    40_000,
    40_000,
    random.int(1, 40_000),
    random.int(1, 9_000),
    0,
  ]);
  return wide && most < WHOLE ? 40_000 : most;
}

/** Settings of a session: many small ones, some with results to cut, near the limit, or forced. */
export function drawSettings(random, number) {
  const kind = ['small', 'small', 'large', 'forced', 'small', 'large', 'near', 'plain'][number % 8];
  const big = kind === 'large' || kind === 'near';
  const wide = number % 3 === 0;
  const sizes = {
    wide,
    turns: big ? 6 : 9,
    most: big ? 20_000 : 4_000,
    large: big ? 0.45 : 0,
    images: random.chance(0.25) ? 0.2 : 0,
  };
  const small = kind === 'near' || kind === 'plain' || random.chance(0.2);
  const model = small ? SMALL_MODEL : random.pick(Object.keys(LIMITS));
  const window = small ? SMALL_LIMIT : LIMITS[model];
  const reached = big ? random.int(10_000, 120_000) : random.int(300, 9_000);
  const shares = {
    forced: 1,
    near: random.int(940, 999) / 1_000,
    plain: undefined,
  };
  const share = kind in shares ? shares[kind] : Math.round((1e6 * reached) / window) / 1e6;
  const fit = { near: random.int(16, 40), plain: random.int(40, 160) }[kind] ?? random.int(3, 20);
  const off = { protectionThresholdTokens: 50_000, minPrunableThresholdTokens: 100_000_000 };
  const usual = { ...off, minPrunableThresholdTokens: 30_000 };
  const early = {
    protectionThresholdTokens: random.int(0, 4_000),
    minPrunableThresholdTokens: random.int(0, 2_000),
  };
  const masking =
    kind === 'forced' ? off : random.pick(big ? [off, usual, usual] : [off, usual, early]);
  return {
    sizes,
    kind,
    masking,
    model,
    window,
    share,
    ratio: fit / 8,
    environment: random.int(90, 700),
    system: random.int(0, 3_000),
    most: mostOf(random, wide),
  };
}
