import base from './playwright.config';
export default { ...base, timeout: 3_000_000, expect: { timeout: 300_000 }, workers: 1 };
