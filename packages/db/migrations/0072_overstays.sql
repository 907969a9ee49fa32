-- One overstay a parking session, at most, and where it is now. What happened in it is in overstay_records.
create table overstays (
  session_id uuid primary key,
  location_id uuid not null references locations (id),
  limit_h int not null,
  exceeded_at timestamptz(3) not null,
  step text constraint overstay_step check (step in ('reminder', 'notice', 'fee', 'removal', 'release')),
  state text not null constraint overstay_state check (state in ('planned', 'pending', 'idle', 'closed')),
  -- When the server goes on by itself; null: a person acts next, or nothing is left.
  due_at timestamptz(3),
  -- The last thing that happened was that a person skipped this step, so it can be taken back.
  skipped_step text,
  keep_until timestamptz(3),
  log_entry_id uuid references maintenance_log_entries (id) on delete set null,
  fee_minor bigint,
  currency char(3),
  fee_status text constraint overstay_fee_status check (fee_status in ('announced', 'charged', 'cancelled', 'waived')),
  payment_id uuid references payments (id),
  outcome text constraint overstay_outcome check (outcome in ('collected', 'returned', 'handed_over', 'called_off')),
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint closed_overstay_has_an_outcome check ((state = 'closed') = (outcome is not null) and (state = 'closed') = (closed_at is not null)),
  constraint closed_overstay_waits_for_nothing check (state <> 'closed' or due_at is null),
  constraint overstay_fee_with_its_currency check ((fee_minor is null) = (currency is null) and (fee_minor is null) = (fee_status is null)),
  constraint charged_overstay_has_a_payment check (fee_status not in ('charged', 'waived') or payment_id is not null)
);
create index open_overstays_by_age on overstays (exceeded_at, session_id) where state <> 'closed';
create index open_overstays_of_location on overstays (location_id, exceeded_at) where state <> 'closed';
create index overstays_due on overstays (due_at) where due_at is not null;
