/** Parts of generated sessions: their texts are plain repeated letters. */
const id = (number) => `read__${String(number).padStart(30, '0')}`;
const repeated = (bytes) => 'x'.repeat(bytes);

/** Makes a part of each kind, of so many bytes; calls and responses have a number. */
const partOf = {
  u: (bytes) => ({ text: repeated(bytes) }),
  m: (bytes) => ({ text: repeated(bytes) }),
  t: (bytes) => ({ thought: true, text: repeated(bytes) }),
  i: (bytes) => ({
    inlineData: { mimeType: 'image/png', data: Buffer.alloc(bytes).toString('base64') },
  }),
  c: (bytes, number) => ({
    functionCall: { name: 'read', args: { pa: repeated(bytes) }, id: id(number) },
  }),
  r: (bytes, number) => ({
    functionResponse: { id: id(number), name: 'read', response: { output: repeated(bytes) } },
  }),
};

/** The parts of each event of a log; none for a model call. */
export function entriesOf(log) {
  const made = { c: 0, r: 0 };
  return log.map((short) => {
    if (short === '-' || short === '~') return undefined;
    return short.split('+').map((piece) => {
      const kind = piece[0];
      if (kind in made) made[kind]++;
      return partOf[kind](Number(piece.slice(1)), made[kind]);
    });
  });
}

/** Tokens of a part as Highwater's reference counts them: bytes ÷ 4, floored per field. */
export function referenceOf({ text, inlineData, functionCall, functionResponse }) {
  const sum = (...sizes) => sizes.reduce((tokens, size) => tokens + Math.floor(size / 4), 0);
  if (text !== undefined) return sum(text.length);
  if (inlineData) return sum(9, Buffer.byteLength(inlineData.data, 'base64'));
  if (functionCall) return sum(4, 2, functionCall.args.pa.length);
  return sum(4, 12 + functionResponse.response.output.length);
}
