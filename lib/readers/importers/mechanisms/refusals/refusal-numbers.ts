import { MAX_REAL_TOKENS } from '@/lib/engine/tokens/usage/normalize-usage';

/** What an error message says of a request's size, in tokens; null for what it does not say. */
export interface RefusalSizes {
  /** Tokens of the prompt; of the whole request where the message does not part them. */
  readonly real: number | null;
  readonly limit: number | null;
  /** Tokens that the request reserved for its response. */
  readonly reserved: number | null;
  /** How far it is above a limit, where the message says that. */
  readonly over: number | null;
}

type Role = 'prompt' | 'request' | 'reserved' | 'limit' | 'over';

interface Count {
  readonly value: number;
  readonly role: Role | null;
  /** In brackets, with no word of tokens beside it. */
  readonly bare: boolean;
}

/** Digits, in groups of three where they are parted; no part of a word, a date or a version. */
const NUMBER =
  /(?<![\p{Script=Latin}\d._#/-])(\d{1,3}(?:[,_.  ’']\d{3})+(?![\d])|\d+)(?:\.0+)?(?![\p{Script=Latin}\d/]|-(?!token)|[:.,]\d)/gu;

/** Fewer are no size of a request: numbers of messages and images, status codes, versions. */
const LEAST = 64;

/** Codes of errors are shorter than any limit of today. */
const OWN_CODE = 4_096;

const BRACKETS = String.raw`[\s)）\]\`'"”]*`;

const reservedAfter = new RegExp(
  `^${BRACKETS}(?:个)?(?:tokens?${BRACKETS})?(?:(?:of|in|for|from|as|were|requested|reserved) ){0,2}(?:the |your )?(?:max(?:imum)? )?['\`]?(?:output|completion|response|reply|generat|new tokens|max_new_tokens|max_tokens|max_completion|max_output|用于输出|用于补全|输出|生成|补全)`,
  'i',
);
const reservedBefore =
  /(?:max_tokens|max_completion_tokens|max_new_tokens|max_output_tokens|maxoutputtokens|(?:output|completion|response)(?: tokens?)?|reserv(?:ed|ing)|输出|生成|补全)[`'")]*\s*(?:is too large|too large|parameter|value|requested|reserved|of|=|:|\()*[\s:=(（约为了]*$/i;
const promptAfter = new RegExp(
  `^${BRACKETS}(?:个)?(?:tokens?${BRACKETS})?(?:(?:of|in|from|for) )?(?:the |your )?(?:text |tool |image |audio |initial )?[\`'"]?(?:inputs?|prompt|messages?|functions?|tools?|history|conversation|system|提示|输入|消息)`,
  'i',
);
const promptBefore =
  /(?:prompt|inputs?|messages?|conversation|history|输入|提示词?|消息中?)(?:[\s_'"`]|tokens?|length|count|size|total|is|of|was|has|contains?|at least|about|长度|为|有|了|数|共|约){0,8}[\s:：=(（]*$/i;
const requestBefore =
  /(?:request(?:ed)?|needs|resulted in|contains?|has|have|got|received|given|actual(?:ly)?|current(?:ly)?|sent|used|passed|keep the first|n_keep|total(?: of)?|sum of|(?:number of )?tokens?|count|too long|too large|length|size|请求了?|共计?|实际|当前|合计)(?:[^.;。；\d]){0,24}$/i;
const requestAfter = new RegExp(
  `^${BRACKETS}tokens?${BRACKETS}(?:were |are )?(?:in[,;)]|requested|sent|given|provided|used|angef|demand|solicit|запрош)`,
  'i',
);
const limitBefore =
  /(?:max(?:imum)?|limit(?:ed)?|window|context[ _](?:length|size|of)|n_ctx|allowed|at most|up to|(?:less|fewer|smaller|shorter) than|largest|context *[:=]|(?:can ?not|not) exceed|must be (?:below|under)|<=|≤|only|capacity|上限|限制|最大|不超过|不能超过|小于|上下文长度|límite|limite|máxim[oa]|maximale?n?|höchstens|grenze|n['’]en \p{L}+ que|(?:model|window|server|endpoint)\W{1,2}(?:takes|accepts|supports|allows)|no more than|sınır\p{L}*|granic\p{L}*|batas|giới hạn|grens|(?:acepta|admite|soporta|aceita|suporta|accetta|supporta|akzeptiert|erlaubt|unterstützt) \p{L}+|не более|максим\S*|лимит\S*|最大値|최대)(?:(?!request|contain|result|receiv|given|actual|current| has | got |sent|passed|n_keep|n_prompt|your |messages|(?:total|prompt) of |(?:prompt|input) (?:has|is) |请求|实际|当前|输入了)[^.;。；\d]){0,44}$/iu;
const exceedsBefore =
  /(?:>|longer than|larger than|greater than|more than|above|over|beyond|exceed(?:s|ed|ing)?|超过|超出|大于)(?:(?!request|contain|result|receiv|given|got |sent)[^.;。；\d]){0,40}$/i;
const limitAfter = new RegExp(
  `^${BRACKETS}(?:-?tokens?${BRACKETS})?(?:max(?:imum)?(?![\\w ]*[=:])|limit|context\\b|token (?:limit|window)|(?:are |is )?(?:allowed|supported|accepted)|fits? |left\\b|remain|上限|的?(?:限制|上下文))`,
  'i',
);
const overBefore = /\bby[\s()\[\]]*(?:about |approximately )?$/i;
const overAfter = /^\s*tokens?[\s)]*(?:over\b|above|too many|too long|beyond)/i;

/** The prompt and the response's share as one number, and a context that is asked for. */
const wholeBefore =
  /(?:\+ *[`'"]*max_\w*|(?:input|prompt)(?: tokens?)? (?:and|plus) (?:the )?(?:max(?:imum)? )?(?:output|completion|new|generated) )tokens[`'")]*\s*[(=]?\s*$|requested context (?:length|size|window) of\s*$/i;

/** Numbers of an error, a status, an address, or of another unit. */
const noCountBefore =
  /(?:code|status|http|error|id|ids|version|line|type|api)["']?\s*[:=#]?\s*[(["'<]*$|characters (?:is|of|are) $/i;
const noCountAfter =
  /^[\s)]*(?:images?|pdfs?|files?|char(?:acter)?s?|bytes?|[km]i?b\b|min|seconds?|ms|%|requests?|turns?|字符|字节|张|秒)/i;

function roleOf(before: string, after: string): Role | null {
  if (wholeBefore.test(before)) return 'request';
  if (overBefore.test(before) || overAfter.test(after)) return 'over';
  if (reservedAfter.test(after) || reservedBefore.test(before)) return 'reserved';
  if (requestAfter.test(after)) return 'request';
  if (limitBefore.test(before)) return 'limit';
  if (promptAfter.test(after)) return 'prompt';
  if (exceedsBefore.test(before) || limitAfter.test(after)) return 'limit';
  if (promptBefore.test(before)) return 'prompt';
  return requestBefore.test(before) ? 'request' : null;
}

/** A status of HTTP: no word of tokens stands on either side. */
const isStatus = (value: number, before: string, after: string): boolean =>
  value >= 400 && value < 600 && !/token/i.test(before) && !/^\s*token/i.test(after);

/** The numbers of a text that may count tokens, in order, each with what it counts. */
function countsOf(text: string): readonly Count[] {
  const found = [...text.matchAll(NUMBER)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    value: Number((match[1] ?? '').replace(/\D/g, '')),
  }));
  const counts = found.flatMap(({ from, to, value }, i): readonly Count[] => {
    const before = text.slice(Math.max(found[i - 1]?.to ?? 0, from - 80), from);
    const after = text.slice(to, Math.min(found[i + 1]?.from ?? text.length, to + 60));
    if (noCountBefore.test(before) || noCountAfter.test(after)) return [];
    const role = roleOf(before, after);
    if (value < (role === 'reserved' ? 1 : LEAST) || value > MAX_REAL_TOKENS) return [];
    if (role !== 'limit' && isStatus(value, before, after)) return [];
    const bare = /[(（[]$/.test(before) && /^[)）\]]/.test(after) && !/token/i.test(before);
    return [{ value, role, bare }];
  });
  // A lone number in brackets behind the sentence is the error's own: "exceeds limit (2013)".
  const [only] = counts;
  return counts.length === 1 && only?.bare === true && only.value < OWN_CODE ? [] : counts;
}

const N = String.raw`(\d[\d,_.]*)`;
/** What may name a number: "(9000) + max new tokens (1000) > model context (8192)". */
const NAME = String.raw`(?:(?:[a-z_ ]{0,30}[(:=]|[a-z_ ]{0,30} of) *)?`;
/** "190000 + 21333 > 200000": prompt, response, limit. */
const SUM = new RegExp(
  String.raw`${N}(?: *tokens?)?\)? *\+ *${NAME}${N}(?: *tokens?)?\)? *>=? *${NAME}${N}`,
  'i',
);
/** "200,819 tokens > 200,000": request, limit. */
const PAIR = new RegExp(
  String.raw`(?<![-+*/] *)(?<![\d,_.])${N} *[)\]]? *(?:tokens?)? *>=? *(?:[a-z_]{1,30} *[(=:]? *)?${N}(?! *[-+])`,
  'i',
);
/** "should be [1, 204800]": the range that is allowed. */
const RANGE = new RegExp(String.raw`[[(] *\d+ *, *${N} *[\])]`);

const tokens = (digits: string | undefined): number | null => {
  const value = Number((digits ?? '').replace(/\D/g, ''));
  return value > 0 && value <= MAX_REAL_TOKENS ? value : null;
};

/** "(140000/131072)": request, limit. */
const RATIO = /[(（:] *(\d[\d,]{2,}) *\/ *(\d[\d,]{2,}) *(?:tokens? *)?(?:[)）."']|$)/i;

/** JSON schema's words for characters of a field. */
const CHARACTERS =
  /max_?length: *\d|(?:message|payload|body) size|string with (?:maximum )?length/i;

/** Sizes that a refusal's message names. */
export function readSizes(text: string): RefusalSizes {
  const none = { real: null, limit: null, reserved: null, over: null };
  if (CHARACTERS.test(text)) return none;
  const sum = SUM.exec(text);
  if (sum) {
    return { ...none, real: tokens(sum[1]), reserved: tokens(sum[2]), limit: tokens(sum[3]) };
  }
  const pair = PAIR.exec(text);
  const ratio = RATIO.exec(text);
  if (ratio) return { ...none, real: tokens(ratio[1]), limit: tokens(ratio[2]) };
  const counts = countsOf(text);
  const reserved = first(counts, 'reserved');
  if (pair && reserved === null) return { ...none, real: tokens(pair[1]), limit: tokens(pair[2]) };
  const named = first(counts, 'limit') ?? tokens(RANGE.exec(text)?.[1]);
  const over = first(counts, 'over');
  const asked = requestOf(counts, named, reserved);
  // "It exceeds the limit: 210,000 tokens, at most 200,000": of two, the larger is the request.
  const limits = counts.flatMap(({ role, value }) => (role === 'limit' ? [value] : []));
  const isBoth = asked === null && limits.length > 1;
  const real = isBoth ? Math.max(...limits) : asked;
  const limit = isBoth ? Math.min(...limits) : named;
  if (real === null && limit !== null && over !== null) {
    return { real: limit + over, limit, reserved, over };
  }
  if (limit === null && real !== null) return { real, reserved, over, limit: below(counts, real) };
  return { real, limit, reserved, over };
}

const first = (counts: readonly Count[], role: Role): number | null =>
  counts.find((count) => count.role === role)?.value ?? null;

/** Tokens of the prompt: its parts together, else the whole request without its response. */
function requestOf(
  counts: readonly Count[],
  limit: number | null,
  reserved: number | null,
): number | null {
  const total = first(counts, 'request');
  const parts = [...new Set(counts.filter(({ role }) => role === 'prompt'))];
  if (parts.length > 0) {
    const sum = parts.reduce((tokens, { value }) => tokens + value, 0);
    const [one] = parts;
    // Parts of a total add up to it; a number that is said twice is one.
    const whole = total !== null && sum + (reserved ?? 0) > total ? one?.value : sum;
    return total === null && limit !== null ? (one?.value ?? sum) : (whole ?? sum);
  }
  if (total !== null) return reserved !== null && total > reserved ? total - reserved : total;
  const unnamed = counts.filter(({ role }) => role === null).map(({ value }) => value);
  if (limit !== null) return unnamed.find((value) => value > limit) ?? null;
  return unnamed.length === 2 ? Math.max(...unnamed) : null;
}

/** The limit among numbers that no word says anything of: the one below the request. */
const below = (counts: readonly Count[], real: number): number | null =>
  counts.find(({ role, value }) => (role === null || role === 'request') && value < real)?.value ??
  null;
