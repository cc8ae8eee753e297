import { deleteSession, getSession, patchSession } from '@/lib/api/server/sessions';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getSession;
export const PATCH = patchSession;
export const DELETE = deleteSession;
