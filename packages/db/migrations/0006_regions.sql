-- Spec 3 (Region config): enabled or disabled. The tag is what organizations and locations carry, so it never changes.
create table region_configs (
  id uuid primary key,
  tag text not null constraint region_tag_is_iso_3166 check (tag ~ '^[a-z]{2}(_[a-z]{1,3})?$'),
  name text not null,
  status text not null constraint region_status check (status in ('enabled', 'disabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint region_tag_is_unique unique (tag)
);
