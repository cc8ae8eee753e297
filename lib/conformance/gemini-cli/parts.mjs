/** Parts of generated sessions: their texts are repeated letters. */
const id = (number) => `read__${String(number).padStart(30, '0')}`;
/** Letters of a text: ASCII, accents, Chinese, emoji, Japanese among others. */
const letters = { '': 'x', e: 'é', z: '字', g: '😀', j: 'かな漢字、ok è ' };
const repeated = (units, letter) => {
  const text = letters[letter];
  return text.repeat(Math.ceil(units / text.length)).slice(0, units);
};

/** Makes a part of each kind, of a text or so many bytes; calls and responses have a number. */
const partOf = {
  u: (text) => ({ text }),
  m: (text) => ({ text }),
  t: (text) => ({ thought: true, text }),
  i: ({ length }) => ({
    inlineData: { mimeType: 'image/png', data: Buffer.alloc(length).toString('base64') },
  }),
  c: (text, number) => ({
    functionCall: { name: 'read', args: { pa: text }, id: id(number) },
  }),
  r: (text, number) => ({
    functionResponse: { id: id(number), name: 'read', response: { output: text } },
  }),
};

/** The parts of each event of a log; none for a model call. */
export function entriesOf(log) {
  const made = { c: 0, r: 0 };
  return log.map((short) => {
    if (short === '-' || short === '~') return undefined;
    return short.split('+').map((piece) => {
      const [, kind, units, letter] = /^([a-z])(\d+)([a-z]?)$/.exec(piece);
      if (kind in made) made[kind]++;
      return partOf[kind](repeated(Number(units), letter), made[kind]);
    });
  });
}

/** Tokens of a part as Highwater's reference counts them: bytes ÷ 4, floored per field. */
export function referenceOf({ text, inlineData, functionCall, functionResponse }) {
  const sum = (...sizes) => sizes.reduce((tokens, size) => tokens + Math.floor(size / 4), 0);
  if (text !== undefined) return sum(Buffer.byteLength(text));
  if (inlineData) return sum(9, Buffer.byteLength(inlineData.data, 'base64'));
  if (functionCall) return sum(4, 2, Buffer.byteLength(functionCall.args.pa));
  return sum(4, 12 + Buffer.byteLength(functionResponse.response.output));
}
