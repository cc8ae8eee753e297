export { postProfiles as POST } from '@/lib/server/http/corpora/profiles';

export const dynamic = 'force-dynamic';
