-- The digest of a run and the alert of a silent daemon become two mail rules that every user has.
CREATE TYPE "mail_rule_builtin" AS ENUM ('DiscoveryDigest', 'DaemonAlerts');
ALTER TABLE "mail_rules" ADD COLUMN "builtin" "mail_rule_builtin";
CREATE UNIQUE INDEX "mail_rules_user_id_builtin_key" ON "mail_rules" ("user_id", "builtin");
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_builtin_check" CHECK (
    CASE "builtin"
        WHEN 'DiscoveryDigest' THEN "kinds" = ARRAY['RunFinished']::"network_event_kind"[]
        WHEN 'DaemonAlerts' THEN "kinds" = ARRAY['DaemonSilent']::"network_event_kind"[]
        ELSE true
    END
);

-- Built-in rules come and go with their user, which is an audit event already.
DROP TRIGGER "audit_MailRuleCreated" ON "mail_rules";
DROP TRIGGER "audit_MailRuleDeleted" ON "mail_rules";
SELECT audit_on('INSERT', 'mail_rules', 'MailRuleCreated', 'MailRule',
  '{user_id,enabled,network_ids,kinds,severities,tag_ids,roles,timing,hour,quiet_from,quiet_to,time_zone}',
  condition => 'NEW.builtin IS NULL');
SELECT audit_on('DELETE', 'mail_rules', 'MailRuleDeleted', 'MailRule', '{user_id,timing}',
  condition => 'OLD.builtin IS NULL');

-- What the built-in rules are at first.
CREATE FUNCTION "builtin_mail_rules"() RETURNS TABLE (
  builtin mail_rule_builtin, name text, kinds network_event_kind[]
) LANGUAGE sql IMMUTABLE AS $$
  VALUES ('DiscoveryDigest'::mail_rule_builtin, 'Discovery digest', '{RunFinished}'::network_event_kind[]),
    ('DaemonAlerts', 'Daemon alerts', '{DaemonSilent}')
$$;

-- A trigger, because users are made in several places, and by replicas of the version before.
CREATE FUNCTION "add_builtin_mail_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_rules (organization_id, user_id, builtin, name, kinds)
    SELECT added.organization_id, added.id, b.builtin, b.name, b.kinds
    FROM added CROSS JOIN builtin_mail_rules() b ORDER BY added.id, b.builtin;
  RETURN NULL;
END $$;
CREATE TRIGGER "add_builtin_mail_rules" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_builtin_mail_rules();

-- A reset of an organization deletes all rules: the built-in rules of users who stay begin anew.
CREATE FUNCTION "renew_builtin_mail_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_rules (organization_id, user_id, builtin, name, kinds)
    SELECT u.organization_id, u.id, b.builtin, b.name, b.kinds
    FROM removed JOIN builtin_mail_rules() b ON b.builtin = removed.builtin
    JOIN users u ON u.id = removed.user_id JOIN organizations o ON o.id = u.organization_id
    ORDER BY u.id, b.builtin;
  RETURN NULL;
END $$;
CREATE TRIGGER "renew_builtin_mail_rules" AFTER DELETE ON "mail_rules" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION renew_builtin_mail_rules();

-- The e-mail settings of the user are the one fact: a built-in rule is enabled as they say, whoever writes it.
CREATE FUNCTION "follow_email_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A change of the settings that is not committed yet does not find the new rule: wait for it.
    PERFORM FROM users u WHERE u.id = NEW.user_id FOR SHARE;
  END IF;
  NEW.enabled := coalesce((
    SELECT CASE NEW.builtin WHEN 'DiscoveryDigest' THEN u.email_discovery_digest ELSE u.email_daemon_alerts END
    FROM users u WHERE u.id = NEW.user_id), NEW.enabled);
  RETURN NEW;
END $$;
CREATE TRIGGER "follow_email_settings" BEFORE INSERT OR UPDATE OF "enabled" ON "mail_rules"
  FOR EACH ROW WHEN (NEW.builtin IS NOT NULL) EXECUTE FUNCTION follow_email_settings();

-- Rules that change are judged anew: events that wait for a rule which is off are dropped.
CREATE FUNCTION "switch_builtin_mail_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mail_rules r
    SET enabled = settings.enabled, updated_at = clock_timestamp(), due_at = clock_timestamp()
    FROM (VALUES ('DiscoveryDigest'::mail_rule_builtin, NEW.email_discovery_digest),
      ('DaemonAlerts', NEW.email_daemon_alerts)) settings (builtin, enabled)
    WHERE r.user_id = NEW.id AND r.organization_id = NEW.organization_id AND r.builtin = settings.builtin
      AND r.enabled <> settings.enabled;
  RETURN NULL;
END $$;
CREATE TRIGGER "switch_builtin_mail_rules" AFTER UPDATE OF "email_discovery_digest", "email_daemon_alerts" ON "users"
  FOR EACH ROW WHEN (OLD.email_discovery_digest <> NEW.email_discovery_digest
    OR OLD.email_daemon_alerts <> NEW.email_daemon_alerts)
  EXECUTE FUNCTION switch_builtin_mail_rules();

INSERT INTO "mail_rules" ("organization_id", "user_id", "builtin", "name", "kinds")
  SELECT u.organization_id, u.id, b.builtin, b.name, b.kinds
  FROM users u CROSS JOIN builtin_mail_rules() b ORDER BY u.id, b.builtin;

-- Digests and alerts that wait are mailed by the rules. If their event is not recorded yet, it will find the rules.
WITH waiting AS (
  SELECT r.id AS rule_id, e.id AS event_id, r.organization_id
  FROM mails m JOIN users u ON u.email = m.recipient AND u.organization_id = m.organization_id
  JOIN mail_rules r ON r.user_id = u.id AND r.enabled
    AND r.builtin = CASE m.kind WHEN 'DiscoveryDigest' THEN 'DiscoveryDigest'::mail_rule_builtin ELSE 'DaemonAlerts' END
  JOIN network_events e ON e.organization_id = m.organization_id AND e.kind = r.kinds[1]
    AND m.subject_id = ANY(e.subject_ids) AND e.created_at >= m.created_at
  WHERE m.kind IN ('DiscoveryDigest', 'DaemonSilent') AND m.claimed_at IS NULL AND m.finished_at IS NULL
), marked AS (
  UPDATE mail_rules SET due_at = now() WHERE id IN (SELECT rule_id FROM waiting)
)
INSERT INTO mail_rule_events (rule_id, event_id, organization_id)
  SELECT DISTINCT rule_id, event_id, organization_id FROM waiting;
DELETE FROM "mails" WHERE "kind" IN ('DiscoveryDigest', 'DaemonSilent');
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
    'Registration', 'PasswordReset', 'PasswordChanged', 'EmailChange', 'EmailChanged', 'Invite', 'WebhookTrouble', 'NetworkEvents'
));

-- Replicas of the version before still write these mails beside the events that the rules mail: they are left out.
CREATE FUNCTION "leave_out_mail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER "leave_out_replaced" BEFORE INSERT ON "mails"
  FOR EACH ROW WHEN (NEW.kind IN ('DiscoveryDigest', 'DaemonSilent')) EXECUTE FUNCTION leave_out_mail();
