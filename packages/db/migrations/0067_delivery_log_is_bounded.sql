-- The delivery log forgets messages that ended long ago: it finds them by when they ended, and their notices by the message.
create index notifier_messages_ended on notifier_messages (ended_at) where ended_at is not null;
create index notifier_notices_of_message on notifier_notices (message_id) where message_id is not null;
-- Tests and replays are counted before another one is sent.
create index notifier_messages_by_hand on notifier_messages (subscription_id, created_at) where kind <> 'events';
