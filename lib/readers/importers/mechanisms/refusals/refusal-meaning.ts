/**
 * Whether an error message says that a request was refused for its size: by the provider's code, else by
 * what the sentence says. A request has a size (context, prompt, tokens), and it is too much; limits of
 * rate, money or content, and of the response alone, are other things.
 */
import { readSizes } from './refusal-numbers';

/** Codes and exception names that mean nothing else. */
const CODES =
  /context[_ ]?(?:length|window|size|limit)[_ ]?(?:was[_ ]|has[_ ]been[_ ])?exceed|exceed_context_size|out_?of_?context|contextoverflow|context_(?:overflow|too_large|too_long)|model_max_prompt_tokens_exceeded|max_prompt_tokens_exceeded|max tokens of \d[\d,]* exceeded|(?:input|prompt)_too_(?:long|large)|(?:prompt|input)_tokens?_exceeded|token_quantity_exceeded|tokens_limit_reached|request_too_large|content_length_exceeded|model_context_window/i;

/** Words of a limit that is none of size. */
const OTHER_LIMIT =
  /rate[ _-]?limit|throttl|too many (?:requests|connections)|quota|tokens? per (?:min|day|hour|month)|per[ -](?:minute|day|hour|month)\b|\b(?:tpm|rpm|tpd|rpd|qps|itpm|otpm)\b|please wait|daily|monthly|weekly|usage limit|exceeded your (?:\w+ ){0,2}usage|billing|payment|paid (?:account|plan|tier)|credits?\b|afford|balance|subscription|(?<!output )budget|allowance|用量|次数|今日|overloaded|limit (?:for|of) (?:your|this|the) (?:api key|account|workspace|organi[sz]ation|tenant|plan)|(?:^|http|status|code|error)\W{0,3}(?:429|402)\b|content (?:policy|filter|management)|moderat|flagged|safety|prohibited|blocked by|限流|限额|频率|速率|配额|额度|余额|欠费|敏感|审核|违规|并发|流控|每分钟|レート制限|quote|kontingent|ratenlimit|cuota|limite de débit|лимит запросов|квот/i;

/** What only resembles a size: Go's and Python's contexts, tokens that log in, fields of text, pictures, results of tools. */
const OTHER_SIZE =
  /context (?:deadline|cancel)|(?:api|access|auth\w*|bearer|refresh|session|security|csrf|id)[ _-]?token|token (?:has |is )?(?:expired|invalid|revoked)|jwt|took too long|taking too long|image (?:exceeds|dimensions?|is too|size|too)|images? (?:per|are|in) |megapixel|pixels|header|upload|file (?:content|size|too)|tool (?:result|response|output)|mcp|context window too small|(?:filename|name|uri|url|title|password)\b[^.]{0,20}too long|string too long/i;

/** A field of text above a length that only a whole conversation reaches. */
const LONG_FIELD = /string too long[^\d]*\d{6,}/i;

/** Two numbers of tokens of which one is larger: "70112 tokens > 65536", "n_tokens (70112) >= n_ctx (65536)". */
const LARGER =
  /\d *tokens? *>=? *\d|(?:tokens?|prompt|inputs?|context)\b[^.;\n\d]{0,30}\d[\d,]*[)\]]? *(?:tokens? *)?>=? *(?:[a-z_]{1,30} *[(=:]? *)?\d/i;

/** The prompt and the response's share in one sum. */
const SUMMED =
  /(?:tokens?|inputs?|prompt)[`'" ]*(?:\(\d[\d,]*\) *)?\+[`'" ]*max[_ ](?:new[_ ]|completion[_ ])?tokens/i;

/** Words of the response's share. */
const RESPONSE =
  /maximum tokens (?:you requested|value|to generate|setting|parameter)|(?:max|budget)[_ ]?(?:completion|new|output)?[_ ]?tokens|maxoutputtokens|thinking\.budget_tokens|(?:output|completion|response|reply|generated|new)[ -]tokens?(?: (?:limit|maximum|count))?|(?:response|answer|output)\b/gi;

const PROMPT =
  /input|prompt|messages?|context|conversation|history|request (?:has|contains)|上下文|输入/i;

const THING = String.raw`(?:context|prompts?|inputs?|requests?|messages?|conversation|chat history|history|payload|body|tokens?|token count|entity|上下文|输入|提示词?|消息|对话|请求|历史|文本|コンテキスト|入力|プロンプト|トークン|컨텍스트|입력|프롬프트|토큰|контекст\p{L}*|запрос\p{L}*|промпт\p{L}*|токен\p{L}*|kontext\p{L}*|eingabe\p{L}*|anfrage\p{L}*|contexte|entrée|requête|jetons?|contexto|entrada|solicitud|mensajes?|contesto|richiesta|mensagem|mensagens|istek|girdi|bağlam\p{L}*|zapytani\p{L}*|wejści\p{L}*|kontekst\p{L}*|verzoek|invoer|yêu cầu|đầu vào|ngữ cảnh|permintaan|masukan|konteks|запит\p{L}*)`;
const TOKENS = /tok[eé]n|jeton|токен|トークン|토큰/i;
const A_REQUEST = new RegExp(`${THING.replace('|tokens?|token count', '')}|\\bsen[dt]\\b`, 'iu');
const EXCESS = String.raw`(?:too (?:long|large|big|many)|overlong|over(?:flow|sized|run)\p{L}*|exceed\p{L}*|surpass\p{L}*|longer than|larger than|greater than|bigger than|more than (?:the|this)|more tokens than|above the|over the (?:max|limit|context|cap|\d)|(?:hit|reached) (?:the|its) (?:max|length|limit|context)|beyond the|(?:can ?not|can't|does ?n[o']t|do not|will not|won't) fit|out of (?:room|space|context)|(?:is|are) full|1\d\d(?:\.\d+)? ?% of (?:the |its |your )?(?:[\d,]+[ -]tokens? )?(?:context|window)|past the max|已满|超长|过长|太长|超出|超过|超限|过大|上限|超え|超過|長すぎ|초과|너무 (?:깁|길|긴)|превы\p{L}*|слишком (?:длин|больш)\p{L}*|überschr\p{L}*|übersteigt|zu (?:lang|groß)|dépass\p{L}*|trop (?:long|grand)\p{L}*|exced\p{L}*|excèd\p{L}*|supera\p{L}*|demasiado (?:larg|grand)\p{L}*|muito (?:long|grand)\p{L}*|ultrapass\p{L}*|troppo lung\p{L}*|aş(?:ıldı|ıyor|ıyorsunuz|tı)|przekracz\p{L}*|overschrijd\p{L}*|vượt quá|melebihi|перевищ\p{L}*)`;
const NEAR = String.raw`[^.;!?。；！？\n]{0,90}?`;
const REST = String.raw`[^.;!?。；！？\n]{0,90}`;
const TOO_MUCH = new RegExp(`(?:${THING}${NEAR}${EXCESS}|${EXCESS}${NEAR}${THING})${REST}`, 'iu');
/** An excess of a request alone is of its length, or names no kind of limit; of other things it names one. */
const OF_LENGTH =
  /token|context|length|long|large|big|size|window|长|token|上下文|过大|上限|超|トークン|長|コンテキスト|토큰|컨텍스트|길|токен|контекст|длин|kontext|lang|größe|longu|(?:input|prompt) (?:limit|cap|maximum)|model(?:['’]s)? (?:limit|max)|larg|jeton|tamañ|tamanh|contest|lung/i;

/** A limit is stated, or a remedy that only a request for its size has. */
const STATED =
  /max(?:imum)? (?:\w+ ){0,2}(?:context|prompt|input|sequence|model)[ _](?:\w+ )?(?:length|size|window|tokens?)|context (?:length|window|size) (?:is|of)(?: only)? \d|range of input length|(?:inputs?|prompt|tokens?)\b[^.]{0,60}(?:must (?:have|be) (?:<=|less|at most|fewer|under)|(?:can ?not|not) exceed)|supports? (?:only )?up to \d|reduce the (?:length|size|number) of (?:the |your )?(?:messages?|input|prompt|conversation|context|tokens)|shorten (?:the |your )?(?:prompt|input|conversation|messages?)|最大(?:上下文|输入)?长度[为是:：]? ?\d|context window large enough|tokens allowed|limited to \d[\d,]* tokens|最[大多]支持 ?\d[\d,]* ?个?(?:tokens?)? ?的?(?:上下文|输入)|context (?:length|window|size|limit)[^.;]{0,12}(?: was| is)? reached|(?:needs|requires?)\b[^.;]{0,40}\d[^.]{0,60}(?:only|largest|available)[^.]{0,30}(?:tokens?|context|\d)|(?:prompt|inputs?|messages?|request|context|conversation)\b[^.;]{0,40}\d[\d,]* tokens?[.;,] (?:but )?(?:the |your |its )?(?:max|limit|context|model)|(?:not enough|no) (?:room|space) (?:left )?in the context|(?:prompt|tokens?|input|context)\b[^.]{0,60}only supports? (?:up to )?\d|(?:expected|accepts?|allows?|takes?) (?:at most|up to|no more than|a maximum of) \d[\d,.]* (?:input |prompt )?tokens|configured limit of \d|max(?:imum)? input (?:characters|chars)\b|expected maxlength: \d{4,}, actual|input token count is above/i;

/** Sizes in bytes that a server refuses before it counts. */
const BYTES =
  /\b413\b[^\n]{0,60}(?:no body|too large|payload|entity)|(?:payload|request entity|content|request body) too large|exceeds? the maximum (?:allowed )?(?:size|number of bytes)|max bytes to request body/i;

/** A window that the response's share is measured by. */
const NO_PROMPT = /input validation|context length|model_len|less than the [`'"]?context_window/gi;

/** The response's share is too large, and nothing is said of the prompt. */
function ofResponseAlone(text: string): boolean {
  RESPONSE.lastIndex = 0;
  return RESPONSE.test(text) && !PROMPT.test(text.replace(RESPONSE, ' ').replace(NO_PROMPT, ' '));
}

/** Tokens of a request, in any language, and a number of them above the most that the text names. */
function isProven(text: string): boolean {
  if (!TOKENS.test(text) || !A_REQUEST.test(text)) return false;
  const { real, limit, reserved } = readSizes(text);
  return real !== null && limit !== null && real + (reserved ?? 0) > limit;
}

/** True if the text says that a request was refused for its size. */
export function isRefusal(text: string): boolean {
  if (CODES.test(text)) return !/^[^a-z]*(?:no|not)\b/i.test(text);
  if (LONG_FIELD.test(text)) return true;
  if (OTHER_LIMIT.test(text) || OTHER_SIZE.test(text)) return false;
  if (SUMMED.test(text)) return true;
  if (ofResponseAlone(text)) return false;
  if ([BYTES, STATED, LARGER].some((one) => one.test(text)) || isProven(text)) return true;
  const rest = text.replace(RESPONSE, ' ');
  const [said] = TOO_MUCH.exec(rest) ?? [];
  return said !== undefined && OF_LENGTH.test(said);
}
