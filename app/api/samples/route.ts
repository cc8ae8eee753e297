export { postSamples as POST } from '@/lib/host/server/imports/imports';

export const dynamic = 'force-dynamic';
