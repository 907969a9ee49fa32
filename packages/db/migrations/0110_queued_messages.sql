-- When a message of the notifier was given to the queue, or was last found there. A job can be lost; a message that has no outcome
-- long after is queued again when it has no job. Null before it is queued, and after its attempt.
alter table notifier_messages add column queued_at timestamptz(3);
create index notifier_messages_queued on notifier_messages (queued_at) where state = 'pending' and queued_at is not null;

-- Those that wait for their job, and those that wait in vain.
update notifier_messages set queued_at = created_at where state = 'pending' and next_try_at is null;
