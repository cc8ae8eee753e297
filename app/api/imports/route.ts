export { getImports as GET, postImports as POST } from '@/lib/server/http/imports/imports';

export const dynamic = 'force-dynamic';
