-- What people do about an outage: someone has seen it, someone sees to it, and notices of it can stop for a while. Without
-- this two people drive to the same silent location, and a known outage notifies everybody each day.
alter table outages
  add column acknowledged_at timestamptz(3),
  add column acknowledged_by uuid references console_users (id),
  add column assignee_id uuid references console_users (id),
  -- No reminders and no notifications of it before that time.
  add column muted_until timestamptz(3),
  -- The last one; earlier ones are in the events.
  add column note text not null default '',
  -- Counts what people change, and not what the sweep finds.
  add column version int not null default 1,
  add constraint outage_is_acknowledged_by_a_person check ((acknowledged_at is null) = (acknowledged_by is null)),
  add constraint outage_note_is_short check (char_length(note) <= 500);
