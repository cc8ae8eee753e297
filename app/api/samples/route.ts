export { postSamples as POST } from '@/lib/server/http/imports/imports';

export const dynamic = 'force-dynamic';
