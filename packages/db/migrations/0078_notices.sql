-- The inbox of a person of the console: what happened that concerns this very person. A row names what it is about by id
-- alone; words are read from there, so that a person who may no longer see it reads nothing.
create table notices (
  id uuid primary key,
  person_id uuid not null references console_users (id) on delete cascade,
  kind text not null constraint notice_kind check (kind in ('entry_assigned', 'entry_overdue', 'report_ready', 'report_failed', 'job_ended')),
  resource_id uuid not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notices_of_person on notices (person_id, id);
