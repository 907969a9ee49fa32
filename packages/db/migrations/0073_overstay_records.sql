-- Every step of an overstay with its time, who did it and why. Rows are added and never changed.
create table overstay_records (
  id uuid primary key,
  session_id uuid not null references overstays (session_id) on delete cascade,
  number int not null,
  step text,
  action text not null constraint overstay_action check (action in
    ('opened', 'began', 'done', 'skipped', 'postponed', 'undone', 'fee_cancelled', 'fee_waived', 'closed')),
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  reason text not null,
  due_at timestamptz(3),
  constraint overstay_records_are_numbered unique (session_id, number),
  constraint people_give_a_reason check (actor_kind <> 'person' or reason <> '')
);
-- Two processes that advance one overstay at the same time would otherwise send, charge or order something twice.
create unique index overstay_step_takes_effect_once on overstay_records (session_id, step) where action = 'done';
