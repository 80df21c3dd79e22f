-- People say who is who: merges, splits and answers to suggestions are events.
ALTER TYPE "audit_event_type" ADD VALUE 'HostsMerged';
ALTER TYPE "audit_event_type" ADD VALUE 'HostSplit';
ALTER TYPE "audit_event_type" ADD VALUE 'IdentitySuggestionAnswered';
