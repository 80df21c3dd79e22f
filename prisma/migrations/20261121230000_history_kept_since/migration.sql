-- From when on every state of a network, and of the tags of an organization, is kept: the latest end of a state that
-- retention has removed. Whoever asks for an earlier instant is told so, and is not shown what happens to be left of it.
ALTER TABLE "networks" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);
ALTER TABLE "organizations" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);
