-- Keys under which a provider repeats its answer last for a day. A refund that is pending for longer is read by its own name
-- instead of being asked for again, which would pay it out twice. Attempts are never edited, so the name has a row of its own.
create table payment_attempt_references (
  attempt_id uuid primary key references payment_attempts (id),
  reference text not null,
  noted_at timestamptz(3) not null
);
