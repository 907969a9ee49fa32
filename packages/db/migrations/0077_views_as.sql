-- A person may see the console as another person or as a role would. A row is an open view: it is deleted when it ends,
-- and the events keep its history. A view of a role holds that role like a person would, so that rights, lists and the
-- live stream answer for it by the same statements.
create table permission_views (
  id uuid primary key,
  viewer_id uuid not null references console_users (id),
  -- The sign-in that opened it: a view ends with it. Null where a provider does not name sign-ins.
  sign_in_id text,
  console_user_id uuid references console_users (id),
  role_id uuid references roles (id),
  group_id uuid references resource_groups (id),
  began_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  constraint view_is_of_a_person_or_a_role check (
    (console_user_id is null) = (role_id is not null) and (role_id is null) = (group_id is null)
  ),
  constraint view_ends check (ends_at > began_at),
  constraint one_view_at_a_time unique (viewer_id)
);
create index permission_views_of_role on permission_views (role_id) where role_id is not null;

-- Screens that name people join console_users, so that a view is never taken for one of them.
alter table role_grants drop constraint role_grants_person_id_fkey;
alter table role_grants
  add column view_id uuid references permission_views (id) on delete cascade,
  add column console_user_id uuid generated always as (case when view_id is null then person_id end) stored references console_users (id),
  add constraint grant_of_a_view_is_held_by_it check (view_id is null or view_id = person_id);
create index role_grants_of_view on role_grants (view_id) where view_id is not null;
