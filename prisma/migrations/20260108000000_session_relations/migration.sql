-- CreateIndex
CREATE INDEX "Session_parent_format_idx" ON "Session"("parent", "format");

-- CreateIndex
CREATE INDEX "Session_sessionId_lane_idx" ON "Session"("sessionId", "lane");
