-- Spec 3 (Service fee): what a location or an organization pays us, once a period. Bounds stand in the contract with the
-- words; here is what would break a sum.
create table service_fees (
  id uuid primary key,
  -- One of the two: who pays, and who sees it.
  location_id uuid references locations (id) on delete cascade,
  organization_id uuid references organizations (id) on delete cascade,
  service text not null
    constraint fee_service check (service in ('platform', 'connectivity', 'maintenance', 'payment', 'support', 'other')),
  comment text not null default '',
  -- Minor units of the currency, once a period.
  fee bigint not null constraint fee_is_not_negative check (fee between 0 and 99999999999),
  currency text not null constraint fee_currency check (currency ~ '^[A-Z]{3}$'),
  period text not null constraint fee_period check (period in ('monthly', 'quarterly', 'yearly')),
  -- Calendar days of the location's own zone (UTC for an organization), both inclusive.
  start_date date not null,
  end_date date,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint fee_has_one_owner check ((location_id is null) <> (organization_id is null)),
  constraint fee_ends_after_it_starts check (end_date >= start_date)
);
create index service_fees_of_location on service_fees (location_id) where location_id is not null;
create index service_fees_of_organization on service_fees (organization_id) where organization_id is not null;

-- The overview of an organization sums the fees of the locations it owns.
create index locations_of_owner on locations (owner_id) where owner_id is not null;

-- Who acted at a place or on a thing within a period: one step a person through the index, not a read of all that happened.
create index events_people_of_place on events (visible_through_id, actor_id, id desc) where actor_id is not null;
create index events_people_of_resource on events (resource_id, actor_id, id desc) where actor_id is not null;
