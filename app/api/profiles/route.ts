export { postProfiles as POST } from '@/lib/host/server/corpora/profiles';

export const dynamic = 'force-dynamic';
