-- Spec 3 (Public area): locations that are shown to the public together: on a map of a city, in an app of somebody else.
-- Bounds of texts are in the contract with their words.
create table public_areas (
  id uuid primary key,
  -- Its owner: the publisher of its feeds.
  organization_id uuid not null references organizations (id),
  name text not null constraint public_area_name_bounds check (char_length(name) between 3 and 64),
  description text not null constraint public_area_description_bounds check (char_length(description) between 10 and 500),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index public_areas_of_organization on public_areas (organization_id);

create table public_area_locations (
  area_id uuid not null references public_areas (id) on delete cascade,
  location_id uuid not null references locations (id) on delete cascade,
  primary key (area_id, location_id)
);
create index public_areas_of_location on public_area_locations (location_id);

-- What the last check of the feeds found. It is kept beside the area, since a check is no edit of it.
create table public_area_checks (
  area_id uuid primary key references public_areas (id) on delete cascade,
  checked_at timestamptz(3) not null,
  -- One object a feed: its name, its size, and what breaks the standard.
  feeds jsonb not null constraint public_area_check_is_a_list check (jsonb_typeof(feeds) = 'array'),
  problems int not null constraint public_area_problems_are_counted check (problems >= 0)
);
