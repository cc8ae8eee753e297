-- Identifiers come from a trace and may be longer than a page: a hash has room for any.
-- CreateIndex
CREATE INDEX "Session_parent_format_idx" ON "Session" USING HASH ("parent");

-- CreateIndex
CREATE INDEX "Session_sessionId_lane_idx" ON "Session" USING HASH ("sessionId");
