export { adkDatabase } from './adk-database';
export { adkSession } from './adk-session';
export { canonical } from './canonical';
export { claudeCode } from './claude-code';
export { pi } from './pi';
