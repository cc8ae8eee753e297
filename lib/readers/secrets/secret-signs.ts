/**
 * Signs that every key or token of secretlint's rules contains, searched first: most texts have none,
 * and the search costs a sixth of all rules. No sign proves that there is no secret; a sign proves
 * nothing.
 */

/**
 * Beginnings of tokens, each up to its first `-`, `_` or `.`: an expression that begins with one of a
 * few characters is searched much faster than one of many words.
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
  // SendGrid; a Slack webhook's host, whose rule ignores case
  'SG\\.',
  '[hH][oO][oO][kK][sS]\\.',
].join('|');
const TOKEN = new RegExp(`[-_.](?<=${BEGINNINGS})|-(?<=-----)(?=BEGIN)`);

/** Name of an AWS secret key; its value has no recognisable form. */
const SECRET_KEY = /[Ss](?:ECRET|ecret)_?[Aa](?:CCESS|ccess)/;

/**
 * True if a text, or its JSON, may contain a secret: no sign has a character that JSON escapes. E-mail
 * addresses and URLs with a password have an `@`.
 */
export const mayHoldSecret = (text: string): boolean =>
  text.includes('@') || TOKEN.test(text) || SECRET_KEY.test(text);
