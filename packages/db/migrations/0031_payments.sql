-- Spec 3 (payments: sum, currency, state, type, provider result, reason, reference). A payment is what somebody owes for one
-- thing. Each attempt at the provider is a row that is never edited, and so is each entry of the journal: the numbers on the
-- payment are their sums, kept by the database itself, so that two processes cannot charge twice or refund too much.
create table payments (
  id uuid primary key,
  type text not null constraint payment_type check (type in ('session', 'subscription', 'penalty', 'correction')),
  -- What is charged. Rentals and subscriptions belong to other features, which is why there are no foreign keys.
  parking_session_id uuid,
  rental_session_id uuid,
  subscription_id uuid,
  -- Names what is charged: one thing has one payment.
  charge_key text not null constraint charged_once unique,
  user_id uuid,
  -- Through which memberships it is seen.
  visible_through_type text not null
    constraint payment_visible_through check (visible_through_type in ('location', 'rental_fleet', 'subscription')),
  visible_through_id uuid not null,
  amount_minor bigint not null constraint payment_amount check (amount_minor between 1 and 99999999999),
  currency text not null constraint payment_currency check (currency ~ '^[A-Z]{3}$'),
  captured_minor bigint not null default 0,
  refunding_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  state text not null constraint payment_state check (state in ('not_charged', 'pending', 'paid', 'needs_approval', 'approved',
    'cancelled', 'failed', 'refunded', 'refund_failed')),
  -- Who was asked; empty until then. The provider's name of the payment, and the card that it took.
  provider text not null default '',
  reference text,
  method text not null default '',
  -- Of the last attempt.
  provider_result text,
  reason text,
  -- When the provider is asked next; null: nothing waits for its answer.
  due_at timestamptz(3),
  tries int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint payment_is_for_one check (num_nonnulls(parking_session_id, rental_session_id, subscription_id) = 1),
  constraint captured_once check (captured_minor in (0, amount_minor)),
  constraint never_refunded_more check (refunding_minor >= 0 and refunded_minor >= 0
    and refunding_minor + refunded_minor <= captured_minor)
);
-- walk
create index payments_by_time on payments (created_at desc, id desc) include (visible_through_id, state);
-- narrow and count
create index payments_of_place on payments (visible_through_id, created_at desc, id desc) include (state);
create index payments_of_user on payments (user_id, created_at desc, id desc) include (visible_through_id);
create index payments_of_session on payments (parking_session_id) where parking_session_id is not null;
create index payments_of_rental on payments (rental_session_id) where rental_session_id is not null;
create index payments_of_subscription on payments (subscription_id, created_at desc, id desc) where subscription_id is not null;
create index payments_rare_state on payments (created_at desc, id desc) include (visible_through_id, state)
  where state not in ('paid', 'not_charged');
create index payments_due on payments (due_at) where due_at is not null;
create unique index payment_reference on payments (provider, reference) where reference is not null;

create table payment_attempts (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  number int not null,
  kind text not null constraint attempt_kind check (kind in ('charge', 'retry', 'approval', 'refund', 'cancellation')),
  amount_minor bigint not null constraint attempt_amount check (amount_minor > 0),
  reason text not null default '',
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  created_at timestamptz(3) not null,
  constraint attempt_number unique (payment_id, number)
);

-- The journal. Money moves from one account to another: `rider` is what riders owe, `provider` what the provider holds for us.
create table payment_entries (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  number int not null,
  attempt_id uuid references payment_attempts (id),
  kind text not null,
  amount_minor bigint not null constraint entry_amount check (amount_minor > 0),
  debit text,
  credit text,
  provider_result text,
  reference text,
  at timestamptz(3) not null,
  constraint entry_number unique (payment_id, number),
  constraint entry_accounts check ((kind, coalesce(debit, ''), coalesce(credit, '')) in (
    ('owed', 'rider', 'revenue'), ('reinstated', 'rider', 'revenue'), ('cancelled', 'revenue', 'rider'),
    ('paid', 'provider', 'rider'), ('approved', 'provider', 'rider'), ('refunded', 'revenue', 'provider'),
    ('failed', '', ''), ('needs_approval', '', ''), ('not_cancelled', '', ''), ('refund_failed', '', ''), ('no_answer', '', '')))
);
create unique index attempt_ends_once on payment_entries (attempt_id) where kind <> 'no_answer';
create unique index paid_once on payment_entries (payment_id) where kind in ('paid', 'approved');
create unique index owed_once on payment_entries (payment_id) where kind = 'owed';

create function keep_payment_row() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is never edited', tg_table_name using errcode = 'check_violation', constraint = 'payment_rows_are_final';
end $$;
create trigger payment_rows_are_final before update or delete on payment_attempts for each row execute function keep_payment_row();
create trigger payment_rows_are_final before update or delete on payment_entries for each row execute function keep_payment_row();

create function count_payment_attempt() returns trigger language plpgsql as $$
begin
  update payments set refunding_minor = refunding_minor + new.amount_minor where id = new.payment_id;
  return null;
end $$;
create trigger refund_takes_its_amount after insert on payment_attempts for each row when (new.kind = 'refund')
  execute function count_payment_attempt();

create function count_payment_entry() returns trigger language plpgsql as $$
begin
  update payments set
    captured_minor = captured_minor + case when new.kind in ('paid', 'approved') then new.amount_minor else 0 end,
    refunding_minor = refunding_minor - case when new.kind in ('refunded', 'refund_failed') then new.amount_minor else 0 end,
    refunded_minor = refunded_minor + case when new.kind = 'refunded' then new.amount_minor else 0 end
  where id = new.payment_id;
  return null;
end $$;
create trigger entry_moves_its_amount after insert on payment_entries for each row
  when (new.kind in ('paid', 'approved', 'refunded', 'refund_failed')) execute function count_payment_entry();

-- What the session list filters by is what the payment says, whoever writes the payment.
create function follow_payment_state() returns trigger language plpgsql as $$
begin
  update parking_sessions set payment_state = new.state, updated_at = new.updated_at, version = version + 1
    where id = new.parking_session_id and payment_state <> new.state;
  return null;
end $$;
create trigger session_follows_its_payment after insert or update of state on payments for each row
  when (new.type = 'session' and new.parking_session_id is not null) execute function follow_payment_state();

-- How a rider pays: the provider's token, never a card number.
create table payment_methods (
  id uuid primary key,
  user_id uuid not null,
  provider text not null,
  customer_reference text not null default '',
  reference text not null,
  brand text not null,
  last_digits text not null constraint last_digits_of_card check (last_digits ~ '^[0-9]{4}$'),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3)
);
create unique index one_payment_method_a_user on payment_methods (user_id, provider) where removed_at is null;

-- What the daily comparison with the provider found. A difference that is gone the next day is resolved.
create table payment_differences (
  id uuid primary key,
  provider text not null,
  day date not null,
  kind text not null constraint difference_kind check (kind in ('missing_here', 'missing_there', 'amount_differs')),
  movement text not null constraint difference_movement check (movement in ('charge', 'refund')),
  reference text not null,
  payment_id uuid,
  ours_minor bigint,
  theirs_minor bigint,
  currency text not null,
  found_at timestamptz(3) not null,
  resolved_at timestamptz(3)
);
create unique index one_open_difference on payment_differences (provider, movement, reference);
create index payment_differences_open on payment_differences (found_at desc) where resolved_at is null;

-- The book of the simulated provider, which stands for a company outside: nothing of the product reads it.
create table simulated_movements (
  key text primary key,
  kind text not null,
  reference text not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  card text not null,
  result text not null,
  provider_result text,
  -- Before this time the provider does not answer, or says that it is pending.
  answers_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index simulated_movements_of_reference on simulated_movements (reference);
create index simulated_movements_by_time on simulated_movements (created_at);

alter table parking_sessions
  add constraint session_payment_state check (payment_state in ('not_charged', 'pending', 'paid', 'needs_approval', 'approved',
    'cancelled', 'failed', 'refunded', 'refund_failed')) not valid;
