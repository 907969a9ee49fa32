-- Spec 3 (Point of interest): a place worth knowing of that is no location of ours: a tap, a pump, a repair stand, a spot
-- where a location is planned. Bounds stand in the contract with the words; here is what would break a reader.
create table points_of_interest (
  id uuid primary key,
  -- Where it was born. Null: the maker belongs to no organization; only staff of the provider sees it.
  organization_id uuid references organizations (id),
  label text not null,
  type text not null
    constraint point_type check (type in ('planned-location', 'utility-water', 'utility-pump', 'utility-service', 'public', 'private')),
  icon_type text not null constraint point_icon check (icon_type in ('water', 'pump', 'service', 'planned', 'public', 'private')),
  access_level text not null constraint point_access_level check (access_level in ('public', 'partner', 'internal')),
  latitude float8 not null constraint point_latitude_is_on_earth check (latitude between -90 and 90),
  longitude float8 not null constraint point_longitude_is_on_earth check (longitude between -180 and 180),
  description text not null default '',
  external_id text not null default '',
  location_id uuid references locations (id) on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
-- The id in the owner's own register (a city's map, an asset list): two organizations may use the same, one may not use it twice.
create unique index points_of_interest_external_id on points_of_interest (organization_id, external_id) nulls not distinct
  where external_id <> '';
create index points_of_interest_of_location on points_of_interest (location_id) where location_id is not null;
