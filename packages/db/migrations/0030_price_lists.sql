-- Spec 3 (Price list): what parking at a location or a ride of a fleet costs. A session keeps the version that was in force
-- when it began, so a version that a session has used never changes again.
create table price_lists (
  id uuid primary key,
  -- A location or a fleet; fleets belong to another feature, which is why there is no foreign key.
  target_type text not null constraint price_list_target check (target_type in ('location', 'rental_fleet')),
  target_id uuid not null,
  name text not null,
  -- Nothing begins under it from then on.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
-- Two lists in force at once would leave it to chance what a stay costs.
create unique index one_open_price_list_a_target on price_lists (target_type, target_id) where ends_at is null;
create index price_lists_of_target on price_lists (target_id, ends_at);

create table price_list_versions (
  id uuid primary key,
  price_list_id uuid not null references price_lists (id) on delete cascade,
  number int not null,
  valid_from timestamptz(3) not null,
  currency text not null constraint price_currency check (currency ~ '^[A-Z]{3}$'),
  -- Minor units of the currency. Bounds for people are in the contract; these keep sums exact.
  starting_minor bigint not null constraint price_starting check (starting_minor between 0 and 99999999),
  free_minutes int not null constraint price_free_minutes check (free_minutes between 0 and 525600),
  minute_minor bigint not null constraint price_minute check (minute_minor between 0 and 99999999),
  hour_minor bigint not null constraint price_hour check (hour_minor between 0 and 99999999),
  day_minor bigint not null constraint price_day check (day_minor between 0 and 99999999),
  day_cap_minor bigint constraint price_day_cap check (day_cap_minor between 0 and 99999999),
  stay_cap_minor bigint constraint price_stay_cap check (stay_cap_minor between 0 and 99999999),
  -- When the first session began under it.
  first_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  created_by uuid,
  constraint price_version_number unique (price_list_id, number),
  constraint price_versions_begin_apart unique (price_list_id, valid_from)
);

create function keep_used_price_version() returns trigger language plpgsql as $$
begin
  if old.first_used_at is not null and (tg_op = 'DELETE'
    or to_jsonb(new) - 'first_used_at' <> to_jsonb(old) - 'first_used_at' or new.first_used_at is null) then
    raise exception 'a used version of a price list never changes' using errcode = 'check_violation', constraint = 'used_price_version_is_final';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger used_price_version_is_final before update or delete on price_list_versions
  for each row execute function keep_used_price_version();

-- What a parking session or a ride costs, and why: the version it began under, the free time it was promised, and once it has
-- ended the lines of its fee. Free places have no row.
create table kept_prices (
  session_id uuid primary key,
  price_version_id uuid not null,
  free_minutes int not null constraint kept_free_minutes check (free_minutes between 0 and 525600),
  time_zone text not null,
  kept_at timestamptz(3) not null,
  -- Null until the end. An array of the contract's fee lines, whose amounts add up to the total.
  lines jsonb,
  total_minor bigint,
  waiver text constraint fee_waiver check (waiver in ('pass', 'support', 'cancelled')),
  constraint kept_fee_is_whole check ((lines is null) = (total_minor is null)),
  constraint kept_fee_is_not_negative check (total_minor >= 0)
);

-- A fee that was worked out is an account of the past: a correction is a payment of its own and never a new fee.
create function keep_worked_out_fee() returns trigger language plpgsql as $$
begin
  if old.lines is not null then
    raise exception 'a fee that was worked out never changes' using errcode = 'check_violation', constraint = 'worked_out_fee_is_final';
  end if;
  return new;
end $$;
create trigger worked_out_fee_is_final before update on kept_prices for each row execute function keep_worked_out_fee();
