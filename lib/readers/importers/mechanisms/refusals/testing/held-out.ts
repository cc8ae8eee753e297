/** Refusals and other failures that were held out: written before the reader was tried on them, then kept. */
import type { Said } from './wordings';

/** Quoted from the named threads, and reworded after the kinds of the named servers. */
export const heldOutRefusals: readonly (readonly [source: string, text: string, said: Said])[] = [
  [
    'Cohere, cohere-ai/sandbox-topically#4',
    'CohereError: too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354. Try using a shorter prompt or a smaller max_tokens value.',
    [6354, 2048],
  ],
  [
    'OpenAI, functions too, OpenManus#62',
    "This model's maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the messages, 730 in the functions, and 800 in the completion). Please reduce the length of the messages, functions, or completion.",
    [7413, 8192, 800],
  ],
  [
    'TGI on SageMaker, llama#450',
    'botocore.errorfactory.ModelError: An error occurred (ModelError) when calling the InvokeEndpoint operation: Received client error (422) from primary with message "{"error":"Input validation error: `inputs` must have less than 1000 tokens. Given: 1413","error_type":"validation"}"',
    [1413, 1000],
  ],
  [
    'Cloudflare, cloudflare-docs#29731',
    "AiError: This model's maximum context length is 131072 tokens.\nHowever, you requested 16000 output tokens and your prompt contains\nat least 115073 input tokens, for a total of at least 131073 tokens.\nPlease reduce the length of the input prompt or reduce max_tokens.",
    [115073, 131072, 16000],
  ],
  [
    'OpenRouter, refly#1177',
    'Error: 400 This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
    [42832, 32768],
  ],
  [
    'LM Studio, opencode#2259',
    'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
    [null, null],
  ],
  [
    'Volcano Ark, dify#32221',
    "ArkBadRequestError: Error code: 400 - {'error': {'code': 'InvalidParameter', 'message': 'Input length 203743 exceeds the maximum length 202752'}}",
    [203743, 202752],
  ],
  [
    'Copilot agent, vscode#293419',
    'Failed to get response from the AI model; retried 5 times (total retry wait time: 5.849579995864053 seconds) (Request-ID F019:2195FF:2FEC7CB:370DA9B:6985E7DE) Last error: CAPIError: 400 prompt token count of 184399 exceeds the limit of 128000',
    [184399, 128000],
  ],
  [
    'GitHub Models, aider#2296',
    'Request body too large for o1-mini model. Max size: 4000 tokens.',
    [null, 4000],
  ],
  [
    'Gemini, gemini-cli#12098',
    '[API Error: [{"error": {"code": 400,"message": "The input token count (314175) exceeds the maximum number of tokens allowed (131072).","errors": [{"message": "The input token count (314175) exceeds the maximum number of tokens allowed (131072).","domain": "global","reason": "badRequest"}],"status": "INVALID_ARGUMENT"}}]]',
    [314175, 131072],
  ],
  [
    'reworded, Cloudflare 5021',
    'AiError: 5021: The estimated number of input and maximum output tokens (25148) exceeded this model context window limit (24000).',
    [25148, 24000],
  ],
  [
    'reworded, Baidu Qianfan',
    '{"error_code":336007,"error_msg":"the max input characters is 20000"}',
    [null, null],
  ],
  [
    'reworded, French server',
    'La requête fait 41 200 jetons alors que le modèle n’en accepte que 32 768.',
    [41200, 32768],
  ],
  [
    'reworded, Snowflake Cortex',
    'SQL execution error: Request failed for external function COMPLETE$V2 with remote service error: 400 \'"max tokens of 200000 exceeded"\'',
    [null, 200000],
  ],
  [
    'reworded, Bedrock, schema',
    'Malformed input request: expected maxLength: 20000, actual: 23411, please reformat your input and try again.',
    [null, null],
  ],
  [
    'reworded, Yandex',
    'InvalidArgument: Number of input tokens must be no more than 8192, got 9120',
    [9120, 8192],
  ],
  ['reworded, Claude Code', 'Context limit reached · /compact or /clear to continue', [null, null]],
  [
    'reworded, Writer',
    'Request exceeds the context window: 41022 tokens in, 32768 supported',
    [41022, 32768],
  ],
  [
    'reworded, gateway',
    'Upstream refused: 512,118 input tokens sent, model takes 400,000',
    [512118, 400000],
  ],
  [
    'reworded, gateway, shares',
    'Cannot serve: prompt 190,112 + reserved 16,384 tokens exceeds window 200,000',
    [190112, 200000, 16384],
  ],
  ['reworded, gateway, percent', 'Prompt uses 103% of the 131,072-token context', [null, 131072]],
  [
    'reworded, proxy, sentence order',
    'Only 128000 tokens fit into this model, but the request has 131417',
    [131417, 128000],
  ],
  [
    'reworded, proxy, remaining',
    'Context full: 0 of 65536 tokens left after a prompt of 66012 tokens',
    [66012, 65536],
  ],
  [
    'reworded, Vertex, long context off',
    'The request has 215000 input tokens; requests above 200000 tokens are not enabled for this project.',
    [215000, 200000],
  ],
  [
    'reworded, Turkish server',
    'İstek 41200 token içeriyor, modelin bağlam sınırı 32768 token aşıldı.',
    [41200, 32768],
  ],
  [
    'reworded, Polish server',
    'Zapytanie ma 41200 tokenów i przekracza limit kontekstu 32768 tokenów.',
    [41200, 32768],
  ],
  [
    'reworded, gateway d',
    'Model qwen3-coder supports a context of 262144 tokens. Your messages sum up to 300121 tokens.',
    [300121, 262144],
  ],
  [
    'reworded, gateway f',
    'input of 140211 tokens + output budget of 8192 tokens > context window of 131072 tokens',
    [140211, 131072, 8192],
  ],
  [
    'reworded, gateway g',
    'Total of 139264 tokens (131072 prompt + 8192 completion) is more than this model can take (131072)',
    [131072, 131072, 8192],
  ],
  [
    'reworded, gateway h',
    "The model can only process 32,768 tokens at once. You've sent 41,233.",
    [41233, 32768],
  ],
  [
    'reworded, gateway l',
    'Refusing to send 1,204,331 tokens to gemini-2.5-pro (limit: 1,048,576)',
    [1204331, 1048576],
  ],
  [
    'reworded, Bedrock agent',
    'Your request was rejected because the prompt has more tokens than the model allows',
    [null, null],
  ],
  [
    'reworded, vLLM plugin',
    'VLLMValidationError: prompt (len 70001 tokens) + max_tokens (512) > max_model_len (65536)',
    [70001, 65536, 512],
  ],
  [
    'reworded, Dutch',
    'De invoer (41200 tokens) overschrijdt de limiet van 32768 tokens.',
    [41200, 32768],
  ],
];

export const heldOutFailures: readonly (readonly [kind: string, text: string])[] = [
  [
    'maximal output, databricks-sdk-go#1183',
    'Bad request: rpc error: code = InvalidArgument desc = max_tokens (10000) cannot exceed 8192. Please reduce the length of max output tokens generated.',
  ],
  [
    'maximal output, TGI, transformers#28523',
    "Error 422: {'error': 'Input validation error: `max_new_tokens` must be <= 192. Given: 250'}",
  ],
  [
    'rate, Anthropic',
    'Number of request tokens has exceeded your per-minute rate limit (https://docs.anthropic.com/claude/reference/rate-limits)',
  ],
  ['rate, Cerebras', 'Tokens per minute limit exceeded - too many tokens processed.'],
  [
    'rate, Bedrock',
    'An error occurred (ThrottlingException) when calling the Converse operation: Too many tokens per day, please wait before trying again.',
  ],
  ['rate, Vertex', '429 RESOURCE_EXHAUSTED: Resource exhausted. Please try again later.'],
  [
    'quota, Gemini',
    'You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000',
  ],
  [
    'rate, Copilot',
    'Sorry, you have exceeded your Copilot token usage. Please review our Terms of Service.',
  ],
  ['moderation, DashScope', 'DataInspectionFailed: Input data may contain inappropriate content.'],
  ['timeout, Fireworks', 'Request timed out after 600 seconds while generating 4096 tokens'],
  [
    'overload, vLLM',
    'The server is overloaded: waiting queue holds 512 requests of 131072 tokens each. Try again later',
  ],
  [
    'context canceled, Ollama',
    'llama runner process: context canceled by client after 32768 tokens were cached',
  ],
  [
    'worker, Cloudflare, cline#3020',
    '503 Worker exceeded resource limits | openrouter.ai | Cloudflare Error 1102',
  ],
  ['memory', 'model requires more system memory (12.5 GiB) than is available (8.1 GiB)'],
  ['memory', 'CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.69 GiB total capacity)'],
  ['output ended', 'The response was cut off: it reached max_tokens of 4096'],
  [
    'tool result',
    'MCP tool "query" response (31012 tokens) exceeds maximum allowed tokens (25000). Please use pagination',
  ],
  [
    'image',
    'messages.0.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
  ],
  ['deadline', 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'],
  [
    'minimum',
    "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1 instead.",
  ],
  ['plan, Chinese', '本月 token 用量已超过套餐上限 1000000，请升级套餐'],
  ['rate, Russian', 'Превышен лимит запросов: не более 10 в минуту'],
  ['quota, German', 'Das Kontingent von 1.000.000 Token pro Monat ist überschritten'],
  [
    'rate, Groq',
    'Rate limit reached for model `x` on tokens per day (TPD): Limit 500000, Used 499000, Requested 3200. Please try again in 5m',
  ],
  ['auth', 'token is too long or malformed: the bearer token could not be parsed'],
  [
    'batch',
    'Enqueued token limit reached for gpt-4o in organization org-x. Limit: 90,000 enqueued tokens. Please try again once some in_progress batches have been completed.',
  ],
  [
    'rate',
    'You may send 400,000 tokens a minute; this prompt of 120,000 tokens comes on top of 350,000. Retry in 31 s',
  ],
  ['rate', 'Slow down: 120,000 tokens in the last 60 seconds, 100,000 allowed'],
  ['output', 'Requested 65536 output tokens; at most 32768 can be generated'],
  ['output', 'max_output_tokens must be at most 65536, got 100000'],
  ['quota', 'Your team has used 5,120,000 of 5,000,000 tokens this month'],
  ['budget', 'ExceededBudget: User=x over budget. Spend=10.2, Budget=10.0'],
  ['moderation', 'The prompt was blocked: PROHIBITED_CONTENT'],
  ['moderation', 'Your input was flagged as potentially violating our usage policy'],
  ['timeout', 'Timed out waiting for the first token after 300000 ms; prompt had 120000 tokens'],
  ['overload', 'Overloaded: 529. The model is at capacity; 131072 tokens queued'],
  ['server', 'Internal server error while prefilling 120000 tokens of a prompt'],
  ['network', 'socket hang up after 8192 bytes'],
  [
    'auth',
    'Incorrect API key provided: sk-ab***. You can find your API key at https://platform.openai.com/account/api-keys.',
  ],
  [
    'schema',
    'messages.41: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
  ],
  ['schema', 'Expected max_tokens to be an integer, got 4096.5'],
  ['not found', 'The model `gpt-5-128k` does not exist or you do not have access to it'],
];
