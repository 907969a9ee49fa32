-- A role that people made: who made it, and the organization whose role it is. The default roles have neither and cannot be edited.
alter table roles
  add column organization_id uuid references organizations (id),
  add column created_by uuid references console_users (id),
  add column created_at timestamptz(3) not null default now(),
  add column version int not null default 1,
  add constraint role_made_by_people_has_no_system_category check (created_by is null or category is distinct from 'SYSTEM_INTERNAL');
create index roles_of_organization on roles (organization_id) where organization_id is not null;
-- Whether anyone holds a role, and in which groups: asked before it is edited or deleted.
create index role_grants_of_role on role_grants (role_id, group_id);
