export { loop } from './loop';
