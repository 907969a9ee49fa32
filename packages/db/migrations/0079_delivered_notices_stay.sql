-- What was delivered to an inbox belongs to its reader, like a mail: it stays when the subscription is deleted. Its messages are
-- deleted then, so the notice keeps what they said. Who may see which of the events is still asked at each reading.
alter table notices add column payload jsonb;
alter table notices add constraint notice_keeps_messages_only check (payload is null or kind = 'subscribed');
create index notices_of_messages on notices (resource_id) where kind = 'subscribed';
-- Notices whose subscription was deleted before have lost their words and are shown to nobody.
delete from notices n where kind = 'subscribed' and not exists (select from notifier_messages m where m.id = n.resource_id);
