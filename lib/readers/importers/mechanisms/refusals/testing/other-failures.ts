/** Failures that resemble a refusal for size and are none, in the words of providers and clients. */

/** What it is, message. */
export const others: readonly (readonly [kind: string, text: string])[] = [
  ['rate', 'Rate limit exceeded, too many requests'],
  ['rate', '429 Too Many Requests'],
  [
    'rate',
    "This request would exceed your organization's rate limit of 400,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested.",
  ],
  [
    'rate',
    'Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 26000, Requested 6000. Please try again in 4s.',
  ],
  [
    'rate',
    'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.',
  ],
  [
    'rate',
    'Request too large for model `llama-3.3-70b-versatile` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14002, please reduce your message size and try again.',
  ],
  ['rate', 'ThrottlingException: Too many tokens, please wait before trying again.'],
  [
    'rate',
    'Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 6 seconds.',
  ],
  ['rate', 'request reached organization TPD rate limit, current: 1506556, limit: 1500000'],
  ['rate', '您的账户已达到速率限制，请您控制请求频率'],
  ['rate', '11202: 授权错误：秒级流控超限。秒级并发超过授权路数限制'],
  ['rate', 'Too many tokens per day, please wait before trying again.'],
  ['quota', 'You exceeded your current quota, please check your plan and billing details.'],
  [
    'quota',
    '429 RESOURCE_EXHAUSTED. Quota exceeded for quota metric GenerateContent input token count, limit: 0',
  ],
  ['quota', 'You have reached your daily token limit. Upgrade to continue.'],
  ['quota', '账户额度不足：输入token超过剩余额度'],
  [
    'billing',
    'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 19293.',
  ],
  [
    'billing',
    'Prompt tokens limit exceeded: 23000 > 15000. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account',
  ],
  [
    'billing',
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
  ],
  ['billing', 'API Error: 429 Extra usage is required for long context requests'],
  [
    'moderation',
    'Your input was flagged by our content filter: message exceeds the allowed risk level',
  ],
  [
    'moderation',
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
  ],
  ['moderation', '10013: 输入内容审核不通过，涉嫌违规，请重新调整输入内容'],
  [
    'output',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-20250514',
  ],
  [
    'output',
    'max_tokens is too large: 100000. This model supports at most 4096 completion tokens, whereas you provided 100000.',
  ],
  [
    'output',
    'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
  ],
  [
    'output',
    'max_tokens=200000 cannot be greater than max_model_len=100000. Please request fewer output tokens.',
  ],
  [
    'output',
    "API Error: Claude's response exceeded the 32000 output token maximum. To configure this behavior, set the CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable.",
  ],
  ['output', 'Output token limit reached for this request'],
  [
    'output',
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model',
  ],
  ['output', '`max_tokens` must be greater than `thinking.budget_tokens`'],
  ['output', "max_tokens is too large for this model's context length of 8192 tokens"],
  [
    'parameter',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  [
    'parameter',
    "Invalid 'input[3].id': string too long. Expected a string with maximum length 64, but got a string with length 120 instead.",
  ],
  ['parameter', 'messages: text content blocks must be non-empty'],
  [
    'parameter',
    'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
  ],
  ['parameter', 'max_tokens must be at least 1, got 0.'],
  ['parameter', 'Model context window too small (minimum is 128k tokens)'],
  ['login', 'Your access token has expired. Please log in again.'],
  ['login', 'invalid api key'],
  ['network', 'Post "https://api.example.com/v1/messages": context deadline exceeded'],
  ['network', 'Request timed out. The request took too long to complete.'],
  ['network', '502 Bad Gateway'],
  ['server', '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  ['server', 'API Error: 529 Overloaded'],
  ['server', 'Internal server error'],
  [
    'tool',
    'File content (30,000 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters to read specific portions of the file.',
  ],
  ['tool', 'MCP tool "query" response (45000 tokens) exceeds maximum allowed tokens (25000).'],
  ['other', 'the answer is too long: 9 tokens > 8'],
  ['other', 'maximum number of output tokens'],
  ['other', 'Maximum number of tool calls exceeded'],
  ['other', ''],
];
