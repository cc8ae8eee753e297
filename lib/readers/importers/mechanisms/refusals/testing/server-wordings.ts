import type { Said } from './wordings';

/** Refusals of gateways, of servers that people run themselves, and in other languages, as `refusals`. */
export const serverRefusals: readonly (readonly [source: string, text: string, said: Said])[] = [
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
