/**
 * Refusals for a request's size in the words of providers, servers and gateways, and other failures that
 * resemble them. Texts are quoted from the named sources; numbers of some are filled in.
 */

/** What a message says: prompt, limit, response's share, tokens above a limit. */
export type Said = readonly [
  real: number | null,
  limit: number | null,
  reserved?: number | null,
  over?: number | null,
];

/** Source, message, what it says. */
export const refusals: readonly (readonly [source: string, text: string, said: Said])[] = [
  ['Anthropic API', 'prompt is too long: 213462 tokens > 200000 maximum', [213462, 200000]],
  ['Anthropic API', 'prompt is too long: 204521 > 200000', [204521, 200000]],
  ['Claude Code 2.1', 'Prompt is too long', [null, null]],
  [
    'Anthropic API, continuedev/continue#6080',
    '{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again"}}',
    [199759, 200000, 8192],
  ],
  [
    'Anthropic API',
    '413 {"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}',
    [null, null],
  ],
  ['Amazon Bedrock', 'Input is too long for requested model.', [null, null]],
  [
    'Amazon Bedrock Converse (agno)',
    'An error occurred (ValidationException) when calling the Converse operation: Input is too long for requested model.',
    [null, null],
  ],
  [
    'Amazon Bedrock, Nova (agno)',
    'Too many input tokens. Max input tokens: 128000, request input token count: 140000',
    [140000, 128000],
  ],
  [
    'Amazon Bedrock, Nova',
    'ValidationException: The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
    [null, null],
  ],
  [
    'Amazon Bedrock',
    'Malformed input request: expected maxLength: 51200, actual: 53331, input is too long, please reformat your input and try again.',
    [null, null],
  ],
  [
    'OpenAI chat completions, NextChat#625',
    "This model's maximum context length is 4097 tokens. However, your messages resulted in 4619 tokens. Please reduce the length of the messages.",
    [4619, 4097],
  ],
  [
    'OpenAI chat completions with functions',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 140123 tokens (138000 in the messages, 2123 in the functions). Please reduce the length of the messages or functions.",
    [140123, 128000],
  ],
  [
    'OpenAI completions',
    "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10346 in your prompt; 5 for the completion). Please reduce your prompt; or completion length.",
    [10346, 8191, 5],
  ],
  [
    'dirk1983/deepseek#11',
    "This model's maximum context length is 4096 tokens. However, you requested 4222 tokens (1222 in the messages, 3000 in the completion). Please reduce the length of the messages or completion.",
    [1222, 4096, 3000],
  ],
  [
    'OpenAI Responses',
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    [null, null],
  ],
  [
    'OpenAI, GPT-5',
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 335975 tokens. Please reduce the length of the messages.',
    [335975, 272000],
  ],
  ['OpenAI code', 'context_length_exceeded', [null, null]],
  [
    'OpenAI code with another sentence',
    'Error code: 400 - {"error": {"code": "context_length_exceeded", "message": "Something went wrong"}}',
    [null, null],
  ],
  [
    'OpenAI, field of text',
    "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 1540820 instead.",
    [null, null],
  ],
  [
    'Codex CLI',
    "Codex ran out of room in the model's context window. Start a new conversation or clear earlier history before retrying.",
    [null, null],
  ],
  [
    'Azure, GitHub Models',
    '{"error":{"code":"tokens_limit_reached","message":"Request body too large for gpt-4o-mini model. Max size: 8000 tokens."}}',
    [null, 8000],
  ],
  [
    'Gemini API',
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)',
    [1196265, 1048575],
  ],
  [
    'Gemini API, older',
    "400 INVALID_ARGUMENT. {'message': 'The input token count exceeds the maximum number of tokens allowed 1048576.'}",
    [null, 1048576],
  ],
  [
    'Gemini API',
    'The input token count is 40000 but exceeds the maximum number of tokens of 32768',
    [40000, 32768],
  ],
  [
    'Vertex AI',
    'Unable to submit request because the input token count is 3601938 but model only supports up to 1000000. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/models',
    [3601938, 1000000],
  ],
  [
    'Mistral API',
    'Prompt contains 66385 tokens, too large for model with 32768 maximum context length',
    [66385, 32768],
  ],
  [
    'Mistral API with images',
    'Prompt contains 300000 tokens and 0 images too large for model with 262144 maximum context length',
    [300000, 262144],
  ],
  [
    'Together AI',
    "400 The input (516368 tokens) is longer than the model's context length (262144 tokens).",
    [516368, 262144],
  ],
  [
    'Together AI, older',
    'Input token count + max_tokens parameter must be less than the context length of the model being queried.',
    [null, null],
  ],
  ['Groq', 'Please reduce the length of the messages or completion.', [null, null]],
  [
    'Cerebras',
    'Please reduce the length of the messages or completion. Current length is 10001 while limit is 8192',
    [10001, 8192],
  ],
  ['Cerebras through an SDK', '413 status code (no body)', [null, null]],
  [
    'Fireworks, Ollama cloud',
    'The prompt is too long: 265392, model maximum context length: 262144',
    [265392, 262144],
  ],
  [
    'DeepSeek',
    "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (132000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
    [132000, 131072, 8000],
  ],
  [
    'xAI',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    [537812, 131072],
  ],
  [
    'xAI, newer',
    "Request is too long for this model's context window (505759 tokens > 500000 tokens)",
    [505759, 500000],
  ],
  [
    'Moonshot',
    'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
    [291351, 262144],
  ],
  ['Kimi', 'Input token length too long', [null, null]],
  [
    'Qwen, QwenLM/qwen-code#98',
    'OpenAI API error: 400 <400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 204800]',
    [null, 204800],
  ],
  [
    'Zhipu',
    "Error code: 400 - {'error': {'code': '1261', 'message': 'Prompt exceeds max length'}}",
    [null, null],
  ],
  ['Zhipu in Chinese', '{"error":{"code":"1261","message":"Prompt 超长"}}', [null, null]],
  ['MiniMax', 'invalid params, context window exceeds limit (2013)', [null, null]],
  ['Baidu ERNIE', 'error_code: 336103, error_msg: Prompt tokens too long', [null, null]],
  ['Huawei Pangu', '超出了模型最大token限制。', [null, null]],
  [
    'iFlytek Spark',
    '10907: token数量超过上限。对话历史+问题的字数太多，需要精简输入',
    [null, null],
  ],
  [
    'Volcengine Ark',
    'InvalidParameter: Total tokens of image and text exceed max message tokens. Request id: 02178342',
    [null, null],
  ],
  [
    'Volcengine Ark',
    "Requested token count exceeds the model's maximum context length of 163840 tokens.",
    [null, 163840],
  ],
  [
    'SiliconFlow, leookun/cursor-byok#129',
    'openai adapter status=400 body={"code":20015,"message":"number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit.","data":null}',
    [204703, 202752],
  ],
  [
    'SiliconFlow',
    '{"code":20015,"message":"length of prompt_tokens (32790) must be less than max_seq_len (32768).","data":null}',
    [32790, 32768],
  ],
  ['Chinese gateway', '上下文超出模型限制。请清除部分对话历史后重试。', [null, null]],
  [
    'Chinese gateway',
    '该模型最大上下文长度为131072个token，您请求了140000个token（消息中132000个token，补全8000个token）',
    [132000, 131072, 8000],
  ],
  ['Chinese gateway', '输入长度 135000 超过模型最大上下文长度 128000', [135000, 128000]],
  [
    'OpenRouter',
    "400 This endpoint's maximum context length is 200000 tokens. However, you requested about 240000 tokens (4999 of text input, 33863 of tool input, 201138 in the output). Please reduce the length of either one",
    [38862, 200000, 201138],
  ],
  [
    'OpenRouter, woyin/refly',
    "This endpoint's maximum context length is 1048576 tokens. However, you requested about 1293741 tokens (1227853 of text input, 353 of tool input, 65535 in the output).",
    [1228206, 1048576, 65535],
  ],
  [
    'OpenRouter, Poolside',
    'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.',
    [131393, 131040],
  ],
  [
    'vLLM, AIDotNet/OpenCowork#82',
    "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=134145)",
    [134145, 262144, 128000],
  ],
  [
    'vLLM 0.18',
    "This model's maximum context length is 100000 tokens. However, you requested 32000 output tokens and your prompt contains 95000 input tokens, for a total of 127000 tokens (95000 + 32000 = 127000 > 100000).",
    [95000, 100000, 32000],
  ],
  [
    'vLLM 0.16',
    "You passed 68001 input tokens and requested 32000 output tokens. However, the model's context length is only 100000 tokens, resulting in a maximum input length of 68000 tokens. Please reduce the length of the input prompt.",
    [68001, 100000, 32000],
  ],
  [
    'vLLM 0.11',
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 100000 tokens and your request has 95000 input tokens (32000 > 100000 - 95000).",
    [95000, 100000, 32000],
  ],
  [
    'vLLM 0.11',
    "This model's maximum context length is 131072 tokens. However, your request has 199948 input tokens. Please reduce the length of the input messages.",
    [199948, 131072],
  ],
  [
    'vLLM, older',
    "This model's maximum context length is 100000 tokens. However, you requested 100500 tokens in the messages, Please reduce the length of the messages.",
    [100500, 100000],
  ],
  [
    'vLLM engine',
    'The decoder prompt (length 100001) is longer than the maximum model length of 100000. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    [100001, 100000],
  ],
  [
    'vLLM behind a proxy',
    "400 Input length (265330) exceeds model's maximum context length (262144).",
    [265330, 262144],
  ],
  [
    'SGLang',
    "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 70000 tokens: 6000 tokens from the input messages and 64000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    [6000, 32768, 64000],
  ],
  [
    'SGLang scheduler',
    'Input length (100500 tokens) exceeds the maximum allowed length (99999 tokens). Use a shorter input or enable --allow-auto-truncate.',
    [100500, 99999],
  ],
  [
    'llama.cpp',
    'request (100500 tokens) exceeds the available context size (100000 tokens), try increasing it',
    [100500, 100000],
  ],
  [
    'llama.cpp, whole body',
    '{"error":{"code":400,"type":"exceed_context_size_error","message":"the request exceeds the available context size, try increasing it","n_prompt_tokens":100500,"n_ctx":100000}}',
    [100500, 100000],
  ],
  [
    'llama.cpp, older',
    'the request exceeds the available context size. try increasing the context size or enable context shift',
    [null, null],
  ],
  [
    'llama.cpp slot',
    'input (100500 tokens) is larger than the max context size (100000 tokens). skipping',
    [100500, 100000],
  ],
  [
    'llama-cpp-python, rllm#55',
    'ValueError: Requested tokens (516) exceed context window of 512',
    [516, 512],
  ],
  ['ctransformers', 'Number of tokens (757) exceeded maximum context length (512).', [757, 512]],
  [
    'Ollama',
    '400 prompt too long; exceeded max context length by 100918 tokens',
    [null, null, null, 100918],
  ],
  [
    'Ollama',
    'the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the context length in settings, or use a model with a longer context length',
    [null, null],
  ],
  ['Ollama embeddings', 'the input length exceeds the context length of 4096', [null, 4096]],
  [
    'LM Studio, lmstudio-bug-tracker#546',
    'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.',
    [111490, 32768],
  ],
  [
    'LM Studio',
    'The number of tokens to keep from the initial prompt (9800) is greater than the context length (8192).',
    [9800, 8192],
  ],
  [
    'LM Studio, newer',
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9800>= n_ctx: 8192). Try to load the model with a larger context length, or provide a shorter input',
    [9800, 8192],
  ],
  [
    'TGI',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32768. Given: 30512 `inputs` tokens and 8192 `max_new_tokens`',
    [30512, 32768, 8192],
  ],
  [
    'TGI',
    'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000',
    [5000, 4096],
  ],
  [
    'TensorRT-LLM',
    'The sum of prompt length (72417.0), query length (0) should not exceed max_num_tokens (69632)',
    [72417, 69632],
  ],
  [
    'LiteLLM',
    'litellm.ContextWindowExceededError: litellm._pre_call_checks: Context Window exceeded for given call. No models have context window large enough for this call.',
    [null, null],
  ],
  [
    'LiteLLM around vLLM',
    "Error: 503 litellm.ServiceUnavailableError: litellm.MidStreamFallbackError: litellm.APIConnectionError: APIConnectionError: OpenAIException - Requested token count exceeds the model's maximum context length of 131072 tokens.",
    [null, 131072],
  ],
  [
    'Cohere',
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt, or enabling prompt truncating. See https://docs.cohere.com/reference/generate for more details.',
    [4292, 4081],
  ],
  [
    'watsonx',
    "Invalid input argument for Model 'meta-llama/llama-2-70b-chat': the number of input tokens 4098 cannot exceed the total tokens limit 4096 for this model",
    [4098, 4096],
  ],
  [
    'watsonx code',
    '{"code": "token_quantity_exceeded", "message": "input token count is above the limit"}',
    [null, null],
  ],
  ['GitHub Copilot', 'prompt token count of 130000 exceeds the limit of 128000', [130000, 128000]],
  ['OpenClaw', 'Context window exceeded: requested 12000 tokens', [12000, null]],
  ['OpenClaw', 'Prompt too large for this model', [null, null]],
  [
    'oMLX',
    'Prompt too long: 34567 tokens exceeds max context window of 32768 tokens',
    [34567, 32768],
  ],
  ['z.ai finish reason', 'model_context_window_exceeded', [null, null]],
  ['Volcengine plan', 'OutofContextError: context length exceeded', [null, null]],
  [
    'German',
    'Die Anfrage überschreitet das maximale Kontextfenster: 210.000 Token angefragt, Limit 200.000 Token',
    [210000, 200000],
  ],
  [
    'French',
    'La requête dépasse la longueur maximale du contexte (128 000 jetons)',
    [null, 128000],
  ],
  ['Spanish', 'Se excedió la longitud máxima de contexto del modelo', [null, null]],
  ['Japanese', '入力がモデルのコンテキスト長の上限を超えています', [null, null]],
  ['Korean', '입력 토큰 수가 모델의 최대 컨텍스트 길이를 초과했습니다', [null, null]],
  ['Russian', 'Превышена максимальная длина контекста модели', [null, null]],
  [
    'A number before the sentence',
    "request 1234567890: The input (170071 tokens) is longer than the model's context length (131072 tokens).",
    [170071, 131072],
  ],
];

/** Failures that are none, with what they are. */
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
