/** The list that prices come from; `cost-command.test.ts` holds it to the installed version. */
export const PRICE_LIST = '@pydantic/genai-prices 0.1.8';
