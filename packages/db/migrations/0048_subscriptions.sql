-- Spec 3 (Subscription/pass): what riders pay for by the day, week or month, and where it counts. Bounds of texts are in the
-- contract with their words.
create table subscriptions (
  id uuid primary key,
  organization_id uuid references organizations (id),
  name text not null,
  description text not null default '',
  -- Off: nobody joins and nothing is renewed; what was paid for stays valid.
  is_active boolean not null,
  -- Whether the locks of its targets open for subscribers and allowlists alone.
  is_exclusive boolean not null,
  -- More than 5,000 keys are too many for one lock (see 0026).
  max_capacity int not null constraint subscription_capacity check (max_capacity between 1 and 5000),
  -- Subscribers who hold a place, kept by the trigger below.
  places_taken int not null default 0,
  currency text not null constraint subscription_currency check (currency ~ '^[A-Z]{3}$'),
  -- Minor units for one period; null: not offered, 0: free of charge.
  day_fee_minor bigint,
  week_fee_minor bigint,
  month_fee_minor bigint,
  -- Periods end at the same time of the day there.
  time_zone text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint capacity_holds check (places_taken between 0 and max_capacity),
  constraint subscription_offers_a_period check (num_nonnulls(day_fee_minor, week_fee_minor, month_fee_minor) > 0),
  constraint subscription_fees check (coalesce(day_fee_minor, 0) between 0 and 99999999999
    and coalesce(week_fee_minor, 0) between 0 and 99999999999 and coalesce(month_fee_minor, 0) between 0 and 99999999999)
);
create index subscriptions_of_organization on subscriptions (organization_id) where organization_id is not null;

create table subscription_targets (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  -- One of the two. A location means every lock in it, also those that are installed later.
  location_id uuid references locations (id) on delete cascade,
  device_id uuid references devices (id) on delete cascade,
  created_at timestamptz(3) not null,
  constraint subscription_target_is_a_location_or_a_device check ((location_id is null) <> (device_id is null))
);
create unique index subscription_location_is_a_target_once on subscription_targets (subscription_id, location_id)
  where location_id is not null;
create unique index subscription_device_is_a_target_once on subscription_targets (subscription_id, device_id)
  where device_id is not null;
create index subscription_targets_of_location on subscription_targets (location_id) where location_id is not null;
create index subscription_targets_of_device on subscription_targets (device_id) where device_id is not null;

create table subscribers (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  user_id uuid not null references users (id),
  status text not null constraint subscriber_status check (status in ('pending', 'paid_ok', 'payment_failed',
    'payment_needs_approval', 'expired', 'cancelled', 'not_available')),
  period text not null constraint subscriber_period check (period in ('daily', 'weekly', 'monthly')),
  -- As it was when the person joined; a later change of the subscription is for those who join after it.
  fee_minor bigint not null,
  currency text not null,
  -- Counts against the capacity.
  holds_place boolean not null,
  joined_at timestamptz(3) not null,
  -- From when on it has been valid without a gap, and for how many periods: the end is calculated from the beginning, so that
  -- a month that began on the 31st ends on the 31st again after a shorter one.
  anchor_at timestamptz(3),
  periods int not null default 0,
  expires_at timestamptz(3),
  -- When the next period is charged: some time before the end, so that a failed payment can be tried again while it is valid.
  renewal_at timestamptz(3),
  auto_renew boolean not null,
  -- Charges are numbered, each is made once and adds one period once.
  cycle int not null default 1,
  paid_cycle int not null default 0,
  -- The payment of the last charge; none where it is free.
  payment_id uuid,
  retries int not null default 0,
  retry_at timestamptz(3),
  -- Paid for although it could not be given any more.
  is_refund_due boolean not null default false,
  ended_at timestamptz(3),
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint one_period_a_charge check (paid_cycle <= cycle),
  constraint retried_three_times check (retries between 0 and 3)
);
create unique index one_place_a_user on subscribers (subscription_id, user_id) where holds_place;
create index subscribers_of_subscription on subscribers (subscription_id, joined_at desc, id);
create index subscribers_of_user on subscribers (user_id, joined_at desc);
create unique index subscriber_of_payment on subscribers (payment_id) where payment_id is not null;
create index subscribers_to_renew on subscribers (renewal_at) where auto_renew and renewal_at is not null;
create index subscribers_to_retry on subscribers (retry_at) where retry_at is not null;
create index subscribers_to_expire on subscribers (coalesce(expires_at, joined_at)) where holds_place;
create index subscribers_to_refund on subscribers (id) where is_refund_due;

-- The number that the capacity is compared with is moved by the rows themselves: fifty who join at once cannot take one place.
create function count_subscriber() returns trigger language plpgsql as $$
begin
  update subscriptions set places_taken = places_taken
    + case when new.holds_place then 1 else 0 end - case when tg_op = 'UPDATE' and old.holds_place then 1 else 0 end
  where id = new.subscription_id;
  return null;
end $$;
create trigger subscriber_takes_a_place after insert on subscribers for each row when (new.holds_place)
  execute function count_subscriber();
create trigger subscriber_changes_place after update of holds_place on subscribers for each row
  when (old.holds_place is distinct from new.holds_place) execute function count_subscriber();
