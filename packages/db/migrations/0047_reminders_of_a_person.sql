-- The export of a person's data reads the reminders that this person got; without the index it reads those of everybody.
create index reminder_notices_of_user on reminder_notices (user_id, created_at desc, id desc) where user_id is not null;
