/**
 * Refusals for a request's size in the words of providers, servers and gateways. Texts are quoted from the
 * named sources; numbers of some are filled in.
 */

/** What a message says: prompt, limit, response's share, tokens above a limit. */
export type Said = readonly [
  real: number | null,
  limit: number | null,
  reserved?: number | null,
  over?: number | null,
];

/** Source, message, what it says: of providers and their clients. */
export const providerRefusals: readonly (readonly [source: string, text: string, said: Said])[] = [
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
];
