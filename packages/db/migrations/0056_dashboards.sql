-- Spec 3 (Dashboard): a name, the owner organization, locations and organizations. It belongs to the owner group of its organization.
create table dashboards (
  id uuid primary key,
  name text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Which charts in which order and size: always read and written as a whole.
  tiles jsonb not null constraint tiles_are_a_list check (jsonb_typeof(tiles) = 'array'),
  created_by uuid references console_users (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index dashboards_of_organization on dashboards (organization_id);

-- The places by name, and organizations whose locations count whatever their part in them is. At least one of both is picked, which
-- the contract holds: a location that is deleted later may leave none.
create table dashboard_locations (
  dashboard_id uuid not null references dashboards (id) on delete cascade,
  location_id uuid not null references locations (id) on delete cascade,
  constraint one_location_a_dashboard primary key (dashboard_id, location_id)
);
create index dashboard_locations_of_location on dashboard_locations (location_id);
create table dashboard_organizations (
  dashboard_id uuid not null references dashboards (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  constraint one_organization_a_dashboard primary key (dashboard_id, organization_id)
);
create index dashboard_organizations_of_organization on dashboard_organizations (organization_id);
