export { getHealth as GET } from '@/lib/server/http/imports/imports';

export const dynamic = 'force-dynamic';
