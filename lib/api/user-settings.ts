export { withUserSettings } from '@/lib/tokens/user-settings';
