/**
 * What every key or token that a rule of secretlint knows has in it, looked for first: most texts
 * hold nothing of it, and one look costs a sixth of all rules. Only that there is no secret can be
 * told from it, never that there is one.
 */

/**
 * How tokens begin, each up to its first `-`, `_` or `.`: an expression that begins with one of a
 * few characters is found much faster than one of many words.
 */
const BEGINNINGS = [
  // Anthropic and OpenAI, Slack
  'sk-(?=ant-|proj-|svcacct-|admin-|\\w{20}T3)',
  'xox[bpaor]-',
  'xapp-',
  // GitHub, npm, Linear, Shopify, 1Password
  'gh[pousr]_',
  'github_',
  'npm_',
  'lin_',
  'shp(?:pa|ca|at|ss)_',
  'ops_',
  // SendGrid; a Slack webhook's host, whose rule knows no case
  'SG\\.',
  '[hH][oO][oO][kK][sS]\\.',
].join('|');
const TOKEN = new RegExp(`[-_.](?<=${BEGINNINGS})|-(?<=-----)(?=BEGIN)`);

/** The name of an AWS secret key, whose value has no form of its own. */
const SECRET_KEY = /[Ss](?:ECRET|ecret)_?[Aa](?:CCESS|ccess)/;

/**
 * Whether a text may hold a secret. Also of JSON: no sign has a character that JSON writes in
 * another way. E-mail addresses, and whatever is told by its password in an address, have an `@`.
 */
export const mayHoldSecret = (text: string): boolean =>
  text.includes('@') || TOKEN.test(text) || SECRET_KEY.test(text);
